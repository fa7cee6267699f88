/**
 * The order the dependencies give: no circle, and whoever claims the same file is worked one after the other by that
 * order, not by chance. Linear in the plan but for the questions of reachability.ts.
 */
import { normalPath } from "../config/fields/fields.ts";
import { printable } from "../config/mistakes/describe-value.ts";
import { quote } from "../config/mistakes/mistake.ts";
import type { Path, Report } from "../config/yaml/open-source.ts";
import type { LoosePlan, LooseTask } from "./loose-plan.ts";
import { answerWaits, type Question } from "./reachability.ts";
import { type Cycle, type TaskGraph, type Walked, walkGraph } from "./task-graph.ts";

export function checkOrder({ tasks }: LoosePlan, report: Report): void {
  const walked = walkGraph(graphOf(tasks));
  for (const cycle of walked.cycles) tellCycle(cycle, tasks, report);
  checkFiles(tasks, walked, report);
}

function graphOf(tasks: readonly LooseTask[]): TaskGraph {
  const numbers = new Map<string, number>();
  for (const [number, { id }] of tasks.entries()) if (id && !numbers.has(id.name)) numbers.set(id.name, number);
  const dependsOn = tasks.map(({ dependsOn }, number) => {
    const named = new Set(dependsOn.map((mention) => numbers.get(mention.name)));
    return [...named].filter((other) => other !== undefined && other !== number).map(Number);
  });
  return { dependsOn };
}

function tellCycle({ tasks: numbers, omitted }: Cycle, tasks: readonly LooseTask[], report: Report): void {
  const names = numbers.map((number) => tasks[number]?.id?.name ?? "");
  const first = names[0] ?? "";
  const closing = tasks[numbers.at(-1) ?? 0]?.dependsOn.find((mention) => mention.name === first);
  const shown = names.map(printable);
  if (omitted > 0) shown.splice(shown.length / 2, 0, `(${omitted} more)`);
  const what = `dependency cycle: ${[...shown, printable(first)].join(" → ")}`;
  report.mistake(closing?.path ?? ["tasks"], what, "remove one of these dependencies");
}

interface Claim {
  readonly task: number;
  readonly path: Path;
}

/**
 * Claimants sorted so that dependencies come first all wait for each other exactly if each waits for the one before:
 * one question per claim, not one per pair.
 */
function checkFiles(tasks: readonly LooseTask[], walked: Walked, report: Report): void {
  const pairs: { file: string; before: Claim; after: Claim }[] = [];
  for (const [file, claims] of claimsByFile(tasks)) {
    claims.sort((a, b) => (walked.left[a.task] ?? 0) - (walked.left[b.task] ?? 0));
    for (const [index, after] of claims.entries()) {
      const before = claims[index - 1];
      if (before) pairs.push({ file, before, after });
    }
  }
  const questions: Question[] = pairs.map(({ before, after }) => ({ later: after.task, earlier: before.task }));
  const { waits } = answerWaits(walked, questions);
  for (const [index, { file, before, after }] of pairs.entries()) {
    if (waits[index]) continue;
    const [first, second] = before.task < after.task ? [before, after] : [after, before];
    const other = `${nameOf(tasks, first)} on line ${report.lineOf(first.path)}`;
    const what = `${quote(file)} is claimed by ${nameOf(tasks, second)} and by ${other}, and neither waits for the other`;
    report.warning(second.path, what, "let one depend on the other; as it is, they run one at a time in any order");
  }
}

function claimsByFile(tasks: readonly LooseTask[]): Map<string, Claim[]> {
  const byFile = new Map<string, Claim[]>();
  for (const [task, { files }] of tasks.entries()) {
    const own = new Set<string>();
    for (const { name, path } of files) {
      const file = normalPath(name);
      if (!file || own.has(file)) continue;
      own.add(file);
      const claims = byFile.get(file);
      if (claims) claims.push({ task, path });
      else byFile.set(file, [{ task, path }]);
    }
  }
  return byFile;
}

function nameOf(tasks: readonly LooseTask[], claim: Claim): string {
  const id = tasks[claim.task]?.id?.name;
  return id === undefined ? `task #${claim.task + 1}` : quote(id);
}
