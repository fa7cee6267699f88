/**
 * What agents say while they work: a result before the end, a question to a person, what they found out, words to each
 * other. Said twice, it counts once: a call whose answer was lost on the way is simply made again. Nothing of it is taken
 * for an order; what an end leads to is decided when the attempt has ended.
 */
import type { Attempt, AttemptId } from "../../domain/attempt.ts";
import { because } from "../../domain/because.ts";
import type { TaskId } from "../../domain/plan.ts";
import type { Question, QuestionId } from "../../domain/question.ts";
import { TALK_MAX } from "../../domain/talk.ts";
import { isFinal } from "../../domain/task.ts";
import type { Context } from "../context.ts";
import type { Answer, Input, Refusal } from "../input.ts";
import { taskOf } from "../lookup.ts";
import type { State } from "../state.ts";

type Of<T extends Input["type"]> = Extract<Input, { type: T }>;
const TAKEN: Answer = { type: "taken" };

export function onReported(context: Context, input: Of<"result_reported">): Answer {
  const attempt = speaker(context.state, input.attempt);
  if (!attempt) return over(input.attempt);
  if (JSON.stringify(attempt.reported) === JSON.stringify(input.result)) return TAKEN;
  if ((attempt.reports ?? 0) >= TALK_MAX.results) return enough("results", TALK_MAX.results);
  context.emit({ type: "result_reported", attempt: attempt.id, result: input.result });
  return TAKEN;
}

/** The person is asked at once; the agent goes on, or waits. */
export function onAgentAsked(context: Context, input: Of<"agent_asked">): Answer {
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

export function onAgentLearned({ state, at, emit }: Context, input: Of<"agent_learned">): Answer {
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

export function onAgentWrote({ state, at, emit }: Context, input: Of<"agent_wrote">): Answer {
  const attempt = speaker(state, input.attempt);
  if (!attempt) return over(input.attempt);
  const { to, text } = input;
  const recipient = to === null ? null : state.tasks.get(to);
  if (recipient === undefined || (recipient && recipient.advises !== null))
    return refused({ what: "unknown_task", task: to ?? "" });
  const own = state.talk.messages.filter(({ from }) => from === attempt.task);
  if (own.some((message) => message.to === to && message.text === text)) return TAKEN;
  if (own.length >= TALK_MAX.messagesPerTask) return enough("messages", TALK_MAX.messagesPerTask);
  if (state.talk.messages.length >= TALK_MAX.messages) return enough("messages", TALK_MAX.messages);
  emit({ type: "message_sent", message: { from: attempt.task, to, text, at } });
  return TAKEN;
}

export function onCallbackFailed({ emit }: Context, { message }: Of<"callback_failed">): Answer {
  emit({ type: "callback_failed", message });
  return TAKEN;
}

/** What the agent of a task that has ended had asked needs no answer any more. */
export function withdrawQuestions({ state, emit }: Context): void {
  for (const { id, asker } of [...state.questions.open.values()]) {
    if (asker === undefined) continue;
    const task = state.tasks.get(asker);
    if (!task || (isFinal(task.status) && task.attempt === null))
      emit({ type: "question_withdrawn", question: id, task: asker });
  }
}

/** The open question of these words that the task's agent asked while it worked. */
export function openQuestion(state: State, task: TaskId, text: string): Question | undefined {
  return [...state.questions.open.values()].find((question) => question.asker === task && question.text === text);
}

/** Advisors only read and answer: they have no voice here, and their results another form. */
function speaker(state: State, id: AttemptId): Attempt | undefined {
  const attempt = state.attempts.live.get(id);
  return attempt && taskOf(state, attempt.task).advises === null ? attempt : undefined;
}

function ask({ state, at, emit }: Context, { task }: Attempt, input: Of<"agent_asked">): QuestionId | Refusal {
  if (state.settings.policies.escalation === "give_up") return { what: "nobody_to_ask" };
  const open = [...state.questions.open.values()].filter(({ asker }) => asker === task).length;
  const limit = TALK_MAX.questionsPerTask;
  if (open >= limit) return { what: "said_enough", kind: "questions", limit };
  const { text, options, blocked } = input;
  const why = blocked === undefined ? because("asked") : because("blocked", { reason: blocked, attempted: "" });
  const id = `q${state.questions.asked + 1}`;
  emit({ type: "question_asked", question: { id, tasks: [], asker: task, text, options, because: why, askedAt: at } });
  return id;
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

function refused(refusal: Refusal): Answer {
  return { type: "refused", refusal };
}
