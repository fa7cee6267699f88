/** What is changed by what agents say while they work, and by what people tell them. */
import type { QuestionOf } from "../../domain/work/question.ts";
import type { EventOf } from "../event.ts";
import { attemptOf, liveAttempt, taskOf, workOf } from "../lookup.ts";
import type { State } from "../state.ts";
import { type AlsoEvolve, type Evolve, unchanged } from "../tables.ts";
import { settleAgent } from "../task/agent-life.ts";
import { dueAt, setTimer } from "../timer.ts";
import type { TalkEvent } from "./events.ts";
import { TALK_MAX } from "./talk.ts";

export const evolve: Evolve<TalkEvent> = {
  result_reported: reported,
  attempt_waits: waits,
  wisdom_added(state, { wisdom }) {
    state.talk = { ...state.talk, wisdom: [...state.talk.wisdom, wisdom] };
  },
  message_sent(state, { message }) {
    state.talk = { ...state.talk, messages: [...state.talk.messages, message] };
  },
  callback_failed: unchanged,
  door_troubled: unchanged,
  attempt_noted(state, { attempt: id, text }) {
    const attempt = attemptOf(state, id);
    attempt.noted = [...(attempt.noted ?? []), text];
  },
  task_told: told,
  attempt_told: handedOn,
};

export const also: AlsoEvolve = {
  question_answered(state, event, at) {
    const question = state.questions.open.get(event.question);
    if (question?.kind === "agent") answerAsker(state, question, event, at);
  },
};

function reported(state: State, event: EventOf<"result_reported">): void {
  const attempt = attemptOf(state, event.attempt);
  attempt.reported = event.result;
  attempt.reports = (attempt.reports ?? 0) + 1;
}

function waits(state: State, event: EventOf<"attempt_waits">, at: number): void {
  const attempt = attemptOf(state, event.attempt);
  attempt.waitedMs = (attempt.waitedMs ?? 0) + (event.deadlineAt - attempt.deadlineAt);
  attempt.waitsUntil = event.until;
  attempt.deadlineAt = event.deadlineAt;
  attempt.activityAt = at;
  const timer = { of: "attempt", attempt: attempt.id } as const;
  if (dueAt(state, timer) !== null) setTimer(state, timer, event.deadlineAt);
  settleAgent(state, workOf(state, attempt), at);
}

function told(state: State, event: EventOf<"task_told">): void {
  const task = taskOf(state, event.task);
  task.told.push(event.message);
  task.notes.push(event.text);
  if (event.to !== null) task.untold.push({ id: event.message, text: event.text });
}

function handedOn(state: State, event: EventOf<"attempt_told">): void {
  const task = workOf(state, attemptOf(state, event.attempt));
  if (task.kind === "task") task.untold = task.untold.filter(({ id }) => id !== event.message);
}

/** Kept for the agent at work, which fetches it, and for those after it. It is not blocked any more. */
function answerAsker(
  state: State,
  question: QuestionOf<"agent">,
  event: EventOf<"question_answered">,
  at: number,
): void {
  const { asker } = question;
  const task = state.tasks.get(asker);
  const attempt = liveAttempt(state, task?.attempt);
  const asked = question.text ?? "";
  const known = { question: question.id, task: asker, attempt: attempt?.id ?? null, asked, answer: event.text };
  state.talk = { ...state.talk, answers: [...state.talk.answers, known].slice(-TALK_MAX.answers) };
  if (event.note !== undefined) task?.notes.push(event.note);
  if (!attempt) return;
  delete attempt.waitsUntil;
  settleAgent(state, workOf(state, attempt), at);
  if (attempt.reported?.status === "blocked" && attempt.reported.uncertain_about === asked) delete attempt.reported;
}
