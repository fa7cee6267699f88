/**
 * Whom to tell of what, after every step. One message per cause; the next one of the same cause waits for the cool-down and
 * then tells of all that has come up since. A question nobody answers is raised again twice and then never; one that was
 * acknowledged, not at all. When more than a third of the open tasks wait for a person, that is one message, not many.
 */
import { hears, SEVERITIES, type Severity } from "../../domain/spec/notify.ts";
import type { Question } from "../../domain/work/question.ts";
import { isFinal } from "../../domain/work/task.ts";
import type { Context } from "../context.ts";
import { causeOfQuestion, severityOf } from "../question/severity.ts";
import type { State } from "../state.ts";
import { dueAt } from "../timer.ts";
import { type Crowd, crowdWords, questionsWords, type Words, worst } from "./notice-text.ts";
import { occasionOf } from "./occasions.ts";
import { nextNotice } from "./outbox.ts";

export function tellPeople(context: Context): void {
  const { state } = context;
  if ((state.settings.notify ?? []).length === 0) return;
  // What is emitted here is no occasion of its own.
  for (const event of [...context.events]) {
    const occasion = occasionOf(state, event);
    if (occasion !== null) tellOccasion(context, occasion);
  }
  tellQuestions(context);
  const next = nextLook(state, context.at);
  if (next !== dueAt(state, { of: "inbox" })) context.emit({ type: "inbox_timed", at: next });
}

type Told = Words & { readonly severity: Severity; readonly cause: string };

function tellOccasion(context: Context, occasion: Told): void {
  const { state, at, emit } = context;
  const before = state.notices.causes.get(occasion.cause);
  // A run ends once however often it is taken up again; that is never kept back.
  if (before && occasion.cause !== "ended" && at < before.at + cooldownMs(state))
    return emit({ type: "notice_held", cause: occasion.cause });
  const more = before?.untold ?? 0;
  const text = more === 0 ? occasion.text : `${occasion.text}\nThe same happened ${more} more times before.`;
  raise(context, { ...occasion, text }, [], 0);
}

function tellQuestions(context: Context): void {
  const { state, at } = context;
  const due = openQuestions(state).filter((question) => dueOf(state, question) <= at);
  const crowd = crowdOf(state);
  const groups = Map.groupBy(due, (question) => causeFor(question, crowd));
  for (const [cause, questions] of groups) {
    const again = Math.max(...questions.map(({ id }) => state.notices.told.get(id)?.times ?? 0));
    if (crowd !== null && cause === CROWD)
      raise(
        context,
        { ...crowdWords(state, openQuestions(state), crowd), severity: "critical", cause },
        questions,
        again,
      );
    else {
      const severity = worst(questions.map(severityOf), SEVERITIES);
      raise(context, { ...questionsWords(state, questions, again), severity, cause }, questions, again);
    }
  }
}

function raise({ state, at, emit }: Context, told: Told, questions: readonly Question[], again: number): void {
  const to = (state.settings.notify ?? []).filter((each) => hears(each, told.severity)).map(({ name }) => name);
  const { severity, cause, title, text, commands } = told;
  const ids = questions.map(({ id }) => id);
  const id = nextNotice(state.notices);
  emit({
    type: "notice_raised",
    notice: { id, severity, cause, title, text, commands, questions: ids, again, to, at },
  });
}

/** Those a person has not said to know of. */
function openQuestions({ questions }: State): readonly Question[] {
  return [...questions.open.values()].filter(({ ackedAt }) => ackedAt === undefined);
}

const CROWD = "crowd";
const CROWD_SHARE = 1 / 3;
/** Of two tasks one is half the plan, and still one question. */
const CROWD_MIN = 3;

function crowdOf({ tasks }: State): Crowd | null {
  const open = [...tasks.values()].filter(({ status }) => !isFinal(status));
  const waiting = open.filter(({ status }) => status === "waiting_for_input").length;
  return waiting >= CROWD_MIN && waiting > open.length * CROWD_SHARE ? { waiting, open: open.length } : null;
}

/** What stops the whole run is no part of a crowd. */
function causeFor(question: Question, crowd: Crowd | null): string {
  return crowd === null || question.kind === "halt" ? causeOfQuestion(question) : CROWD;
}

/** When a person is to be told of it, the first time or again; never: infinitely late. */
function dueOf(state: State, question: Question): number {
  const { notices } = state;
  const told = notices.told.get(question.id);
  if (told !== undefined) {
    const waitMinutes = againMinutes(state)[told.times - 1];
    return waitMinutes === undefined ? Number.POSITIVE_INFINITY : told.at + waitMinutes * MINUTE_MS;
  }
  const cause = notices.causes.get(causeFor(question, crowdOf(state)));
  return cause === undefined ? question.askedAt : Math.max(question.askedAt, cause.at + cooldownMs(state));
}

function nextLook(state: State, at: number): number | null {
  const next = Math.min(...openQuestions(state).map((question) => dueOf(state, question)));
  return Number.isFinite(next) ? Math.max(at, next) : null;
}

const MINUTE_MS = 60_000;
const COOLDOWN_MINUTES = 10;
const AGAIN_MINUTES: readonly number[] = [60, 240];

function cooldownMs({ settings }: State): number {
  return (settings.policies.notices?.cooldownMinutes ?? COOLDOWN_MINUTES) * MINUTE_MS;
}

function againMinutes({ settings }: State): readonly number[] {
  return settings.policies.notices?.againMinutes ?? AGAIN_MINUTES;
}
