/** Questions to a person: who waits for the answer, and which agent does not start before it. Part of `evolve`. */
import type { Because } from "../../domain/because.ts";
import { never } from "../../domain/bug.ts";
import type { TaskId } from "../../domain/plan.ts";
import type { Question, QuestionId } from "../../domain/question.ts";
import { TALK_MAX } from "../../domain/talk.ts";
import type { Task } from "../../domain/task.ts";
import type { EventOf } from "../event.ts";
import { taskOf } from "../lookup.ts";
import { leaveMergeQueue } from "../proof/evolve.ts";
import { comeBack } from "../scheduling/ready-queue.ts";
import { loginResource } from "../scheduling/taken-resource.ts";
import type { State } from "../state.ts";
import { leaveTree, move } from "../task/slots.ts";
import type { QuestionEvent } from "./events.ts";

export function questioned(state: State, event: QuestionEvent, at: number): void {
  switch (event.type) {
    case "question_asked":
      return asked(state, event, at);
    case "question_joined":
      return joined(state, event, at);
    case "question_awaited":
      return awaited(state, event, at);
    case "question_answered":
      return answered(state, event, at);
    case "question_withdrawn":
      return withdrawn(state, event);
    default:
      return never(event, "event");
  }
}

function asked(state: State, { question }: EventOf<"question_asked">, at: number): void {
  state.questions.open.set(question.id, question);
  state.questions.asked += 1;
  if (question.about === "whole" && state.run.check === "red") state.run.redAsked = true;
  const hold = question.account === undefined ? undefined : state.accounts.held.get(question.account);
  if (question.account !== undefined && hold)
    state.accounts.held.set(question.account, { ...hold, question: question.id });
  for (const id of question.tasks) waitForAnswer(state, taskOf(state, id), question.id, question.because, at);
}

function joined(state: State, event: EventOf<"question_joined">, at: number): void {
  const question = state.questions.open.get(event.question);
  if (!question) return;
  const { agent, task } = event;
  state.questions.open.set(question.id, { ...question, agent, tasks: [...question.tasks, task] });
  state.derived.askedAgents.set(agent, question.id);
  waitForAnswer(state, taskOf(state, task), question.id, event.because, at);
}

/** Whose agent had asked while it worked: it has ended, and waits like any other. */
function awaited(state: State, event: EventOf<"question_awaited">, at: number): void {
  const question = state.questions.open.get(event.question);
  if (!question) return;
  const { asker: _asker, ...rest } = question;
  state.questions.open.set(question.id, { ...rest, tasks: [event.task] });
  waitForAnswer(state, taskOf(state, event.task), question.id, event.because, at);
}

function answered(state: State, event: EventOf<"question_answered">, at: number): void {
  const question = state.questions.open.get(event.question);
  if (question?.about === "run") state.run.failuresFrom = at;
  if (question?.asker !== undefined) answerAsker(state, question, question.asker, event);
  if (question) remove(state, question);
}

function withdrawn(state: State, event: EventOf<"question_withdrawn">): void {
  const question = state.questions.open.get(event.question);
  if (question) remove(state, question);
}

/** Kept for the agent at work, which fetches it, and for those after it. It is not blocked any more. */
function answerAsker(state: State, question: Question, asker: TaskId, event: EventOf<"question_answered">): void {
  const task = state.tasks.get(asker);
  const attempt = state.attempts.live.get(task?.attempt ?? "");
  const asked = question.text ?? "";
  const known = { question: question.id, task: asker, attempt: attempt?.id ?? null, asked, answer: event.text };
  state.talk = { ...state.talk, answers: [...state.talk.answers, known].slice(-TALK_MAX.answers) };
  if (event.note !== undefined) task?.notes.push(event.note);
  if (!attempt) return;
  delete attempt.waitsUntil;
  if (attempt.reported?.status === "blocked" && attempt.reported.uncertain_about === asked) delete attempt.reported;
}

/** The task waits for it no longer. */
export function closeQuestion(state: State, task: Task): void {
  if (task.question === null) return;
  const question = state.questions.open.get(task.question);
  task.question = null;
  if (!question) return;
  const tasks = question.tasks.filter((id) => id !== task.id);
  if (tasks.length === 0 && question.about !== "run") remove(state, question);
  else state.questions.open.set(question.id, { ...question, tasks });
}

function waitForAnswer(state: State, task: Task, question: QuestionId, because: Because, at: number): void {
  closeQuestion(state, task);
  Object.assign(task, { question, because, wakeAt: null, postponed: 0 });
  leaveMergeQueue(state, task.id);
  move(state, task, "waiting_for_input", at);
  leaveTree(state, task);
}

function remove({ questions: { open: questions }, derived }: State, { id, agent }: Question): void {
  questions.delete(id);
  if (agent === undefined || derived.askedAgents.get(agent) !== id) return;
  derived.askedAgents.delete(agent);
  comeBack(derived.ready, loginResource(agent));
}
