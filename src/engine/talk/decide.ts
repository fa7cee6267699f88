/**
 * What agents say while they work: a result before the end, a question to a person, what they found out, words to each
 * other. Said twice, it counts once: a call whose answer was lost on the way is simply made again. Nothing of it is taken
 * for an order; what an end leads to is decided when the attempt has ended.
 */

import { because } from "../../domain/because.ts";
import type { TaskId } from "../../domain/spec/plan.ts";
import type { Attempt, AttemptId } from "../../domain/work/attempt.ts";
import type { Question, QuestionId } from "../../domain/work/question.ts";
import { isFinal } from "../../domain/work/task.ts";
import type { Context } from "../context.ts";
import { type Answer, type Refusal, refused, TAKEN } from "../input.ts";
import { taskOf } from "../lookup.ts";
import { ask as askPerson } from "../question/ask.ts";
import type { State } from "../state.ts";
import type { Decide } from "../tables.ts";
import type { TalkInput, TalkOrder } from "./inputs.ts";
import { onNoted, onTell, onTold } from "./session.ts";
import { TALK_MAX } from "./talk.ts";

export const decide: Decide<TalkInput | TalkOrder> = {
  result_reported: onReported,
  agent_asked: onAgentAsked,
  agent_learned: onAgentLearned,
  agent_wrote: onAgentWrote,
  door_troubled({ emit }, { message }) {
    emit({ type: "door_troubled", message });
    return TAKEN;
  },
  callback_failed({ emit }, { message }) {
    emit({ type: "callback_failed", message });
    return TAKEN;
  },
  attempt_noted: onNoted,
  attempt_told: onTold,
  tell: onTell,
};

type Of<T extends TalkInput["type"]> = Extract<TalkInput, { type: T }>;

function onReported(context: Context, input: Of<"result_reported">): Answer {
  const attempt = speaker(context.state, input.attempt);
  if (!attempt) return over(input.attempt);
  if (JSON.stringify(attempt.reported) === JSON.stringify(input.result)) return TAKEN;
  if ((attempt.reports ?? 0) >= TALK_MAX.results) return enough("results", TALK_MAX.results);
  context.emit({ type: "result_reported", attempt: attempt.id, result: input.result });
  return TAKEN;
}

/** The person is asked at once; the agent goes on, or waits. */
function onAgentAsked(context: Context, input: Of<"agent_asked">): Answer {
  const { state } = context;
  const attempt = speaker(state, input.attempt);
  if (!attempt || attempt.phase === "stopping" || taskOf(state, attempt.task).status !== "working")
    return over(input.attempt);
  if (input.blocked !== undefined && input.blocked !== "ambiguous_spec") return refused({ what: "not_for_a_person" });
  const answered = state.talk.answers.findLast(({ task, asked }) => task === attempt.task && asked === input.text);
  if (answered) return { type: "asked", question: answered.question };
  const question = openQuestion(state, attempt.task, input.text)?.id ?? ask(context, attempt, input);
  if (typeof question !== "string") return refused(question);
  if (input.waitMs > 0) wait(context, attempt, question, input.waitMs);
  return { type: "asked", question };
}

function onAgentLearned({ state, at, emit }: Context, input: Of<"agent_learned">): Answer {
  const attempt = speaker(state, input.attempt);
  if (!attempt) return over(input.attempt);
  const { wisdom } = state.talk;
  if (wisdom.some(({ text }) => text === input.text)) return TAKEN;
  const own = wisdom.filter(({ task }) => task === attempt.task).length;
  if (own >= TALK_MAX.wisdomPerTask) return enough("wisdom", TALK_MAX.wisdomPerTask);
  if (wisdom.length >= TALK_MAX.wisdom) return enough("wisdom", TALK_MAX.wisdom);
  emit({ type: "wisdom_added", wisdom: { task: attempt.task, text: input.text, at } });
  return TAKEN;
}

function onAgentWrote({ state, at, emit }: Context, input: Of<"agent_wrote">): Answer {
  const attempt = speaker(state, input.attempt);
  if (!attempt) return over(input.attempt);
  const { to, text } = input;
  const recipient = to === null ? null : state.tasks.get(to);
  if (recipient === undefined) return refused({ what: "unknown_task", task: to ?? "" });
  const own = state.talk.messages.filter(({ from }) => from === attempt.task);
  if (own.some((message) => message.to === to && message.text === text)) return TAKEN;
  if (own.length >= TALK_MAX.messagesPerTask) return enough("messages", TALK_MAX.messagesPerTask);
  if (state.talk.messages.length >= TALK_MAX.messages) return enough("messages", TALK_MAX.messages);
  emit({ type: "message_sent", message: { from: attempt.task, to, text, at } });
  return TAKEN;
}

/** What the agent of a task that has ended had asked needs no answer any more. */
export function withdrawQuestions({ state, emit }: Context): void {
  for (const question of [...state.questions.open.values()]) {
    if (question.kind !== "agent") continue;
    const { id, asker } = question;
    const task = state.tasks.get(asker);
    if (!task || (isFinal(task.status) && task.attempt === null))
      emit({ type: "question_withdrawn", question: id, task: asker });
  }
}

/** The open question of these words that the task's agent asked while it worked. */
export function openQuestion(state: State, task: TaskId, text: string): Question | undefined {
  return [...state.questions.open.values()].find(
    (question) => question.kind === "agent" && question.asker === task && question.text === text,
  );
}

type Speaker = Extract<Attempt, { readonly task: TaskId }>;

/** Advisors only read and answer: they have no voice here, and their results another form. */
function speaker(state: State, id: AttemptId): Speaker | undefined {
  const attempt = state.attempts.live.get(id);
  return attempt?.task === undefined ? undefined : attempt;
}

function ask(context: Context, { task }: Speaker, input: Of<"agent_asked">): QuestionId | Refusal {
  const { state } = context;
  if (state.settings.policies.escalation === "give_up") return { what: "nobody_to_ask" };
  const open = [...state.questions.open.values()].filter((each) => each.kind === "agent" && each.asker === task).length;
  const limit = TALK_MAX.questionsPerTask;
  if (open >= limit) return { what: "said_enough", kind: "questions", limit };
  const { text, options, blocked } = input;
  const why = blocked === undefined ? because("asked") : because("blocked", { reason: blocked, attempted: "" });
  return askPerson(context, { kind: "agent", asker: task, text, options, because: why });
}

const WAIT_STEP_MS = 10_000;

/** Time that was counted as waiting once is not counted again, and not without end. */
function wait({ at, emit }: Context, attempt: Attempt, question: QuestionId, waitMs: number): void {
  const until = at + waitMs;
  // Who hangs up and asks again and again does not fill the journal.
  if (attempt.waitsUntil !== undefined && until < attempt.waitsUntil + WAIT_STEP_MS) return;
  const fresh = until - Math.max(at, Math.min(attempt.waitsUntil ?? at, until));
  const credit = Math.max(0, Math.min(fresh, TALK_MAX.waitMs - (attempt.waitedMs ?? 0)));
  emit({ type: "attempt_waits", attempt: attempt.id, question, until, deadlineAt: attempt.deadlineAt + credit });
}

function over(attempt: string): Answer {
  return refused({ what: "attempt_over", attempt });
}

function enough(kind: "wisdom" | "messages" | "results", limit: number): Answer {
  return refused({ what: "said_enough", kind, limit });
}
