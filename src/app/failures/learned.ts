/**
 * What a project has learned about its failures: `reeve.learned.yaml` beside reeve.yaml, which people read, review and
 * share, and the corrections it is made from, in the state folder. Written only by `reeve learn` and `classify --correct`.
 */
import { appendFileSync, existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { stringify } from "yaml";
import { type LearnedRules, parseLearned } from "../../config/parse-learned.ts";
import { type Decoded, decodeUtf8 } from "../../config/yaml/decode-utf8.ts";
import type { Giver } from "../../domain/work/giver.ts";
import { makeFolderSync } from "../../effects/files/make-folder.ts";
import { type Correction, readCorrection } from "../../engine/learn/correction.ts";
import type { LearnedRule } from "../../engine/learn/learn-rules.ts";
import { ignoreByGit, type Project, shown } from "../project/project.ts";

export const LEARNED_FILE = "reeve.learned.yaml";
const CORRECTIONS_FILE = "corrections.jsonl";

/** What of it can be used; what cannot is told and costs nothing else. */
export function readLearned({ root }: Project): LearnedRules {
  const file = join(root, LEARNED_FILE);
  if (!existsSync(file)) return { rules: [], warnings: [] };
  const read = textOf(file);
  if (read.ok) return parseLearned(read.text, shown(file));
  return { rules: [], warnings: [{ ...read.mistake, severity: "warning" }] };
}

function textOf(file: string): Decoded {
  try {
    return decodeUtf8(readFileSync(file), shown(file));
  } catch (error) {
    const what = `cannot be read (${(error as NodeJS.ErrnoException).code ?? error}), so it is left out`;
    const hint = "check the path and its permissions";
    return { ok: false, mistake: { file: shown(file), line: 1, col: 1, what, hint, severity: "warning" } };
  }
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
