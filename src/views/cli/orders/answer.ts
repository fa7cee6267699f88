/** `reeve answer`: one question, or with --all one answer to all open questions of a kind, each of them told back. */
import { type AnsweredAll, answerAll } from "../../../app/orders/answer-all.ts";
import { hasKey } from "../../../app/orders/give-order.ts";
import { findProject } from "../../../app/project/project.ts";
import { questionText } from "../../../engine/question/question-text.ts";
import { MASKED_TEXT } from "../../order-given-words.ts";
import { countOf, plainText } from "../../words.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { badInput, type CommonOptions, type Io, print, printErr, printJson } from "../io.ts";
import { questionLine } from "../look/render-questions.ts";
import { refuse } from "../refuse.ts";
import { orderCommand } from "./order.ts";

export interface AnswerOptions extends CommonOptions {
  readonly all?: boolean;
  readonly like?: string;
  readonly dryRun?: boolean;
}

/** With --all the one argument is the answer. */
export async function answerCommand(
  io: Io,
  first: string | undefined,
  second: string | undefined,
  options: AnswerOptions,
): Promise<ExitCode> {
  const { all = false, like, dryRun = false, json } = options;
  if (all || like !== undefined) {
    if (first === undefined || second !== undefined)
      return badInput(io, json, 'With --all, give the answer alone: reeve answer --all "the key is set now"');
    return answerEach(io, first, options);
  }
  if (dryRun) return badInput(io, json, "--dry-run goes with --all only.");
  if (first === undefined || second === undefined)
    return badInput(io, json, 'Which question, and what? reeve answer q1 "…"; `reeve questions` lists them.');
  return orderCommand(io, { type: "answer", question: first, text: second }, options);
}

async function answerEach(io: Io, text: string, { run, like, dryRun = false, json }: AnswerOptions): Promise<ExitCode> {
  const answered = await answerAll(findProject(io.cwd), { run, text, like, dryRun, now: io.now() });
  if (!answered.ok) return refuse(io, json, answered.refusal);
  if (json) printJson(io, jsonOf(answered.value, text, dryRun));
  else print(io, linesOf(answered.value, text, dryRun));
  if (hasKey({ type: "answer", question: "", text })) printErr(io, MASKED_TEXT);
  return EXIT.ok;
}

function jsonOf({ questions, given, left }: AnsweredAll, answer: string, dryRun: boolean): object {
  return {
    answer,
    dry_run: dryRun,
    questions: questions.map((question) => {
      const how = given.find(({ order }) => order.type === "answer" && order.question === question.id)?.how ?? null;
      return { id: question.id, kind: question.kind, tasks: question.tasks, text: questionText(question), how };
    }),
    left: left.map(({ id }) => id),
  };
}

function linesOf({ questions, given, left }: AnsweredAll, text: string, dryRun: boolean): string[] {
  const shown = questions.map((question) => `  ${questionLine(question)}`);
  const others =
    left.length === 0 ? [] : [`Not answered, because they ask something else: ${left.map(({ id }) => id).join(", ")}.`];
  const count = countOf(questions.length, "question");
  if (dryRun) return [`This would answer ${count} with: ${plainText(text)}`, ...shown, ...others];
  const later = given.some(({ how }) => how === "waits") ? " The next `reeve run` takes the answers first." : "";
  return [`Answered ${count} with: ${plainText(text)}`, ...shown, ...others, ...(later === "" ? [] : [later.trim()])];
}
