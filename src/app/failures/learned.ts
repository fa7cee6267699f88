/**
 * What a project has learned about its failures: `reeve.learned.yaml` beside reeve.yaml, which people read, review and
 * share, and the corrections it is made from, in the state folder. Written only by `reeve learn` and `classify --correct`.
 */
import { appendFileSync, existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse, stringify } from "yaml";
import { failureRulesField, toFailureRules } from "../../config/fields/failure-rules.ts";
import type { Mistake } from "../../config/mistakes/mistake.ts";
import type { FailureRule } from "../../domain/spec/failure-rule.ts";
import type { Giver } from "../../domain/work/giver.ts";
import { makeFolderSync } from "../../effects/files/make-folder.ts";
import { type Correction, readCorrection } from "../../engine/learn/correction.ts";
import type { LearnedRule } from "../../engine/learn/learn-rules.ts";
import { ignoreByGit, type Project, shown } from "../project/project.ts";

export const LEARNED_FILE = "reeve.learned.yaml";
const CORRECTIONS_FILE = "corrections.jsonl";

export interface LearnedFile {
  readonly rules: readonly FailureRule[];
  readonly warnings: readonly Mistake[];
}

/** A file that cannot be used is told and costs nothing else. */
export function readLearned({ root }: Project): LearnedFile {
  const file = join(root, LEARNED_FILE);
  if (!existsSync(file)) return { rules: [], warnings: [] };
  try {
    const written = parse(readFileSync(file, "utf8")) as { readonly failures?: readonly object[] } | null;
    const bare = (written?.failures ?? []).map((each) => Object.fromEntries(Object.entries(each).filter(isOfRule)));
    return { rules: toFailureRules(failureRulesField.parse(bare)), warnings: [] };
  } catch (error) {
    const why = error instanceof Error ? error.message.split("\n", 1)[0] : String(error);
    const what = `cannot be used and is left out: ${why}`;
    return {
      rules: [],
      warnings: [
        { file: shown(file), line: 1, col: 1, what, hint: "mend it, or run `reeve learn` again", severity: "warning" },
      ],
    };
  }
}

function isOfRule([key]: readonly [string, unknown]): boolean {
  return key !== "times" && key !== "from";
}

export function writeLearned({ root }: Project, rules: readonly LearnedRule[], by: Giver): string {
  const file = join(root, LEARNED_FILE);
  const head = [
    "# What this project has learned about its failures, from people's corrections. Written by `reeve learn`.",
    `# Last written for ${by.user}.`,
    "# It has the form of `failures:` in reeve.yaml, whose rules come first; read it, review it, share it.",
  ];
  writeFileSync(`${file}.new`, `${head.join("\n")}\n${stringify({ failures: rules })}`);
  renameSync(`${file}.new`, file);
  return shown(file);
}

export function keepCorrection({ stateDir }: Project, correction: Correction): void {
  makeFolderSync(stateDir);
  ignoreByGit(stateDir);
  appendFileSync(join(stateDir, CORRECTIONS_FILE), `${JSON.stringify(correction)}\n`, { mode: 0o600 });
}

/** Lines that are no corrections are skipped. */
export function readCorrections({ stateDir }: Project): readonly Correction[] {
  const file = join(stateDir, CORRECTIONS_FILE);
  if (!existsSync(file)) return [];
  return readFileSync(file, "utf8")
    .split("\n")
    .flatMap((line) => readCorrection(line) ?? []);
}
