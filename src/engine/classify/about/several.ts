/**
 * Whether several names share the blame: places in different files, different rules of a linter, several tests that failed. Then often
 * no one of them is what the output is about. Tells signs; how much they speak for there being none is learned.
 */
import type { Told } from "./candidates.ts";

const LINES_MAX = 200;
const DIAGNOSED = /^(?:\[\w+\] |ERROR in )?(?<file>(?:[A-Za-z]:)?[\w@./\\-]{1,300}\.\w{1,8})(?:[:(]\d+|: error\b)/i;
const LISTED =
  /^(?:\[warn\] |would reformat:? |Would reformat:? |unformatted file )(?<file>[\w@./\\-]{1,300}\.\w{1,8})$/i;
const HEADED = /^(?<file>[/\\][\w@./\\-]{1,300}\.\w{1,8})$/;

export function severalIn({ class: of, lines, named }: Told): readonly string[] {
  const files = new Set<string>();
  for (const { text } of lines.slice(0, LINES_MAX)) {
    const found = DIAGNOSED.exec(text) ?? LISTED.exec(text) ?? HEADED.exec(text);
    if (found?.groups?.["file"] !== undefined) files.add(found.groups["file"]);
  }
  const rules = new Set(named.filter(({ kind }) => kind === "rule").map(({ name }) => name));
  const tests = new Set(named.filter(({ kind }) => kind === "test").map(({ name }) => name));
  return [
    `none files ${step(files.size)} ${of}`,
    `none rules ${step(rules.size)} ${of}`,
    `none tests ${step(tests.size)} ${of}`,
  ];
}

function step(count: number): string {
  return count > 1 ? "several" : String(count);
}
