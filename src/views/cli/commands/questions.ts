/** `reeve questions`: what only you can answer. */
import { questionText } from "../../narrate-work.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { type CommonOptions, type Io, print, printJson } from "../io.ts";
import { openRun } from "../open-run.ts";
import { questionLines } from "../render-status.ts";

export async function questionsCommand(io: Io, options: CommonOptions): Promise<ExitCode> {
  const run = await openRun(io, options);
  if (typeof run === "number") return run;
  const questions = [...run.state.questions.values()];
  if (options.json) for (const question of questions) printJson(io, { ...question, text: questionText(question) });
  else if (questions.length === 0) print(io, ["Nobody waits for you."]);
  else print(io, questions.flatMap(questionLines));
  return EXIT.ok;
}
