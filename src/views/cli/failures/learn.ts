/** `reeve learn [--dry-run]`: rules of the project's own, made from what people corrected. */
import { type Learned, learn } from "../../../app/failures/learn.ts";
import { findProject } from "../../../app/project/project.ts";
import { countOf, plainText } from "../../words.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { type CommonOptions, type Io, print, printJson } from "../io.ts";

export interface LearnOptions extends CommonOptions {
  readonly dryRun?: boolean;
}

export async function learnCommand(io: Io, options: LearnOptions): Promise<ExitCode> {
  const learned = await learn(findProject(io.cwd), { dryRun: options.dryRun ?? false });
  if (options.json) printJson(io, learned);
  else print(io, sentences(learned));
  return EXIT.ok;
}

function sentences({ corrections, rules, left, written }: Learned): readonly string[] {
  if (corrections === 0)
    return [
      "There is nothing to learn from yet. `reeve classify build.log --correct auth` says what an output really meant.",
    ];
  const where = written === null ? "" : `, written to ${written}`;
  return [
    `${countOf(rules.length, "rule")} from ${countOf(corrections, "correction")}${where}.`,
    ...rules.map(
      ({ match, class: of, times, from }) =>
        `  "${plainText(match)}" means ${of} (${countOf(times, "correction")}: ${from.map(plainText).join(", ")})`,
    ),
    ...left.map((sentence) => `  ${plainText(sentence)}`),
  ];
}
