/**
 * `reeve learn [--dry-run]`: makes rules of the project's own from what people corrected, and writes them to a file that
 * can be read, reviewed and shared. Nothing else is changed; runs that are under way go on as they began.
 */
import { learnRules } from "../../../engine/learn/learn-rules.ts";
import { LEARNED_FILE, readCorrections, writeLearned } from "../../../runtime/learned.ts";
import { findProject } from "../../../runtime/project.ts";
import { saidCorrections } from "../../../runtime/said-corrections.ts";
import { countOf, plainText } from "../../words.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { type CommonOptions, type Io, print, printJson } from "../io.ts";

export interface LearnOptions extends CommonOptions {
  readonly dryRun?: boolean;
}

export async function learnCommand(io: Io, options: LearnOptions): Promise<ExitCode> {
  const project = findProject(io.cwd);
  const corrections = [...readCorrections(project), ...(await saidCorrections(project))];
  const { rules, left } = learnRules(corrections);
  const written = rules.length > 0 && options.dryRun !== true;
  if (written) writeLearned(project, rules);
  if (options.json)
    printJson(io, { corrections: corrections.length, rules, left, written: written ? LEARNED_FILE : null });
  else print(io, sentences(corrections.length, rules, left, written));
  return EXIT.ok;
}

function sentences(
  corrections: number,
  rules: ReturnType<typeof learnRules>["rules"],
  left: readonly string[],
  written: boolean,
): readonly string[] {
  if (corrections === 0)
    return [
      "There is nothing to learn from yet. `reeve classify build.log --correct auth` says what an output really meant.",
    ];
  const where = written ? `, written to ${LEARNED_FILE}` : "";
  return [
    `${countOf(rules.length, "rule")} from ${countOf(corrections, "correction")}${where}.`,
    ...rules.map(
      ({ match, class: of, times, from }) =>
        `  "${plainText(match)}" means ${of} (${countOf(times, "correction")}: ${from.map(plainText).join(", ")})`,
    ),
    ...left.map((sentence) => `  ${plainText(sentence)}`),
  ];
}
