/**
 * One answer to all open questions of a kind. Which questions are meant is never guessed: where several kinds are open, the
 * person names one by an example. What is answered is told back, question by question.
 */
import type { Question, QuestionKind } from "../../domain/work/question.ts";
import { urgentFirst } from "../../engine/question/urgent-first.ts";
import { withRun } from "../project/open-run.ts";
import type { Project } from "../project/project.ts";
import { granted, type Reply, refused } from "../reply.ts";
import { giveOrder, type OrderGiven } from "./give-order.ts";

export interface AnswerAllWish {
  readonly run: string | undefined;
  readonly text: string;
  /** All that are of the same kind as this one; undefined: all there are, if they are of one kind. */
  readonly like: string | undefined;
  /** Only say which would be answered. */
  readonly dryRun: boolean;
  readonly now: number;
}

export interface AnsweredAll {
  readonly questions: readonly Question[];
  /** What became of each; empty where nothing was to be answered yet. */
  readonly given: readonly OrderGiven[];
  /** Those of other kinds, which stay open. */
  readonly left: readonly Question[];
}

export async function answerAll(project: Project, wish: AnswerAllWish): Promise<Reply<AnsweredAll>> {
  const { run, text, now, dryRun } = wish;
  const found = await withRun(project, run, ({ state }) => granted(urgentFirst(state.questions.open.values())));
  if (!found.ok) return found;
  const chosen = choose(found.value, wish);
  if (!chosen.ok) return chosen;
  const { questions, left } = chosen.value;
  if (text.trim() === "") return refused({ what: "empty_answer", question: "--all" });
  const given: OrderGiven[] = [];
  for (const { id } of dryRun ? [] : questions) {
    const reply = await giveOrder(project, { run, now, order: { type: "answer", question: id, text } });
    if (reply.ok) given.push(reply.value);
    // An earlier answer has answered this one too.
    else if (!isGone(reply.refusal)) return reply;
  }
  return granted({ questions, given, left });
}

function isGone(refusal: { readonly what: string; readonly refusal?: { readonly what: string } }): boolean {
  return refusal.what === "order_refused" && refusal.refusal?.what === "unknown_question";
}

function choose(open: readonly Question[], { like }: AnswerAllWish): Reply<Pick<AnsweredAll, "questions" | "left">> {
  if (open.length === 0) return refused({ what: "nothing_asked" });
  const example = like === undefined ? undefined : open.find(({ id }) => id === like);
  if (like !== undefined && !example)
    return refused({ what: "no_such_question", question: like, open: open.map(({ id }) => id) });
  const sorts = new Map<string, Question[]>();
  for (const each of open) sorts.set(sortOf(each), [...(sorts.get(sortOf(each)) ?? []), each]);
  const [only] = sorts.values();
  const questions = example ? sorts.get(sortOf(example)) : sorts.size === 1 ? only : undefined;
  if (questions === undefined) {
    const kinds = [...sorts.values()].map((each) => each.map(({ id }) => id));
    return refused({ what: "questions_differ", kinds });
  }
  return granted({ questions, left: open.filter((each) => !questions.includes(each)) });
}

/** These are each about something of their own: one answer fits no two of them. */
const APART: ReadonlySet<QuestionKind> = new Set(["replan", "halt", "whole"]);

/** Of one kind are those that ask by the same rule about the same class of failure. */
function sortOf({ id, kind, because: { rule, facts } }: Question): string {
  if (APART.has(kind)) return id;
  return [kind === "login" ? "task" : kind, rule, facts["class"] ?? facts["reason"] ?? ""].join(" ");
}
