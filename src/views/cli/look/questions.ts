/** `reeve questions`: what only you can answer. */
import { openQuestions } from "../../../app/look/questions.ts";
import { findProject } from "../../../app/project/project.ts";
import { questionText } from "../../../engine/question/question-text.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { type CommonOptions, type Io, print, printJson } from "../io.ts";
import { refuse } from "../refuse.ts";
import { allQuestions } from "./render-questions.ts";

export async function questionsCommand(io: Io, { json, run }: CommonOptions): Promise<ExitCode> {
  const asked = await openQuestions(findProject(io.cwd), run);
  if (!asked.ok) return refuse(io, json, asked.refusal);
  const questions = asked.value;
  if (json) for (const question of questions) printJson(io, { ...question, text: questionText(question) });
  else print(io, questions.length === 0 ? ["Nothing waits for your answer."] : allQuestions(questions));
  return EXIT.ok;
}
