/**
 * In which order people read what they are asked: what only they can say about an ambiguous task comes first, then what
 * stops a whole run or an agent, then the rest, oldest first. An order of reading only; it decides nothing.
 */
import type { Question, QuestionKind } from "../../domain/work/question.ts";

export function urgentFirst(questions: Iterable<Question>): readonly Question[] {
  return [...questions].sort((a, b) => rankOf(a) - rankOf(b) || a.askedAt - b.askedAt || numberOf(a) - numberOf(b));
}

/** Its agent cannot go on without knowing what is meant. */
export function isAmbiguity({ because: { rule, facts } }: Question): boolean {
  return rule === "blocked" && facts["reason"] === "ambiguous_spec";
}

const RANKS: Readonly<Record<QuestionKind, number>> = {
  halt: 1,
  ready: 2,
  login: 2,
  account: 2,
  endpoint: 2,
  growth: 3,
  whole: 3,
  agent: 4,
  task: 4,
  replan: 4,
};

function rankOf(question: Question): number {
  return isAmbiguity(question) ? 0 : RANKS[question.kind];
}

function numberOf({ id }: Question): number {
  return Number.parseInt(id.slice(1), 10);
}
