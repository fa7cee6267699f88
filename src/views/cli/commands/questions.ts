/** `reeve questions`: what only you can answer. */
import { questionText } from "../../../engine/question/question-text.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { type CommonOptions, type Io, print, printJson } from "../io.ts";
import { withRun } from "../open-run.ts";
import { allQuestions } from "../render-questions.ts";

export function questionsCommand(io: Io, options: CommonOptions): Promise<ExitCode> {
  return withRun(io, options, ({ state }) => {
    const questions = [...state.questions.open.values()];
    if (options.json) for (const question of questions) printJson(io, { ...question, text: questionText(question) });
    else if (questions.length === 0) print(io, ["Nothing waits for your answer."]);
    else print(io, allQuestions(questions));
    return EXIT.ok;
  });
}
