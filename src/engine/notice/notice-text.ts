/** The words of messages to people: a title, what happened, what it holds up, and the commands that answer it. */

import type { Notice } from "../../domain/notice.ts";
import type { Severity } from "../../domain/spec/notify.ts";
import { countOf, plainText } from "../../domain/words/wording.ts";
import type { Question } from "../../domain/work/question.ts";
import { heldByQuestion } from "../question/holds.ts";
import { askersOf, questionText } from "../question/question-text.ts";
import type { State } from "../state.ts";

/** So many of the open tasks wait for a person. */
export interface Crowd {
  readonly waiting: number;
  readonly open: number;
}

export type Words = Pick<Notice, "title" | "text" | "commands">;

/** More are counted only: whoever reads on a telephone looks at the first few. */
const QUESTIONS_MAX = 5;
const TEXT_MAX = 600;

/** One question, or several of one cause. */
export function questionsWords(state: State, questions: readonly Question[], again: number): Words {
  const [first, ...others] = questions;
  const who = first === undefined ? "" : (askersOf(first)[0] ?? "the run");
  const still = again > 0 ? "Still unanswered: " : "";
  const title =
    first?.kind === "halt"
      ? "The run is halted"
      : others.length === 0
        ? `${who} asks you`
        : `${countOf(questions.length, "question")} of one kind`;
  return {
    title: `${still}${title} (${namedIn(questions)})`,
    text: listed(questions, (each) => [clipped(questionText(each)), ...optionLines(each), holdLine(state, each)]),
    commands: commandsFor(state, questions),
  };
}

/** So many wait that each by itself is no longer the news. */
export function crowdWords(state: State, questions: readonly Question[], { waiting, open }: Crowd): Words {
  return {
    title: `${waiting} of ${open} tasks wait for you (${namedIn(questions)})`,
    text: listed(questions, (each) => [`${each.id}: ${clipped(questionText(each))}`]),
    commands: [`reeve questions --run ${state.run.id}`, ...commandsFor(state, questions)],
  };
}

function listed(questions: readonly Question[], lines: (question: Question) => readonly string[]): string {
  const shown = questions.slice(0, QUESTIONS_MAX).flatMap(lines);
  const more = questions.length - QUESTIONS_MAX;
  return [...shown, ...(more > 0 ? [`… and ${countOf(more, "question")} more: \`reeve questions\` lists all`] : [])]
    .filter((line) => line !== "")
    .join("\n");
}

function optionLines({ options }: Question): readonly string[] {
  return options.map((option, at) => `${at + 1}. ${plainText(option)}`);
}

function holdLine(state: State, question: Question): string {
  const { waiting, behind, run } = heldByQuestion(state, question);
  if (run) return "The run stands still until you answer.";
  if (question.kind === "agent") return "Its agent works on as far as it can.";
  const after = behind === 0 ? "" : `, and ${countOf(behind, "task")} after ${waiting.length === 1 ? "it" : "them"}`;
  return waiting.length === 0
    ? ""
    : `Waiting: ${waiting.slice(0, QUESTIONS_MAX).join(", ")}${waiting.length > QUESTIONS_MAX ? " …" : ""}${after}.`;
}

function commandsFor(state: State, questions: readonly Question[]): readonly string[] {
  return questions.slice(0, QUESTIONS_MAX).flatMap(({ id, options, kind }) => {
    const run = `--run ${state.run.id}`;
    if (kind === "halt") return [`reeve release ${run}`, `reeve answer ${id} "retry: …" ${run}`, `reeve run ${run}`];
    return [`reeve answer ${id} ${options.length > 0 ? "1" : '"…"'} ${run}`];
  });
}

function namedIn(questions: readonly Question[]): string {
  const ids = questions.slice(0, QUESTIONS_MAX).map(({ id }) => id);
  return `${ids.join(", ")}${questions.length > ids.length ? " …" : ""}`;
}

function clipped(text: string): string {
  return text.length > TEXT_MAX ? `${text.slice(0, TEXT_MAX)}…` : text;
}

export function worst(severities: readonly Severity[], order: readonly Severity[]): Severity {
  return severities.reduce((a, b) => (order.indexOf(b) > order.indexOf(a) ? b : a), order[0] ?? "info");
}
