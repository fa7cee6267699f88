/** Questions to a person: who waits for the answer, and which agent does not start before it. Part of `evolve`. */
import type { Because } from "../domain/because.ts";
import type { EventOf } from "../domain/event.ts";
import type { Question, QuestionId } from "../domain/question.ts";
import type { State } from "../domain/state.ts";
import type { Task } from "../domain/task.ts";
import { leaveMergeQueue } from "./evolve-proof.ts";
import { taskOf } from "./lookup.ts";
import { leaveTree, move } from "./occupancy.ts";
import { comeBack } from "./scheduling/ready-queue.ts";
import { loginResource } from "./scheduling/taken-resource.ts";

export function asked(state: State, { question }: EventOf<"question_asked">, at: number): void {
  state.questions.set(question.id, question);
  state.questionsAsked += 1;
  if (question.about === "whole" && state.run.check === "red") state.run.redAsked = true;
  for (const id of question.tasks) waitForAnswer(state, taskOf(state, id), question.id, question.because, at);
}

export function joined(state: State, event: EventOf<"question_joined">, at: number): void {
  const question = state.questions.get(event.question);
  if (!question) return;
  const { agent, task } = event;
  state.questions.set(question.id, { ...question, agent, tasks: [...question.tasks, task] });
  state.derived.askedAgents.set(agent, question.id);
  waitForAnswer(state, taskOf(state, task), question.id, event.because, at);
}

export function answered(state: State, event: EventOf<"question_answered">, at: number): void {
  const question = state.questions.get(event.question);
  if (question?.about === "run") state.run.failuresFrom = at;
  if (question) remove(state, question);
}

/** The task waits for it no longer. */
export function closeQuestion(state: State, task: Task): void {
  if (task.question === null) return;
  const question = state.questions.get(task.question);
  task.question = null;
  if (!question) return;
  const tasks = question.tasks.filter((id) => id !== task.id);
  if (tasks.length === 0 && question.about !== "run") remove(state, question);
  else state.questions.set(question.id, { ...question, tasks });
}

function waitForAnswer(state: State, task: Task, question: QuestionId, because: Because, at: number): void {
  closeQuestion(state, task);
  Object.assign(task, { question, because, wakeAt: null, postponed: 0 });
  leaveMergeQueue(state, task.id);
  move(state, task, "waiting_for_input", at);
  leaveTree(state, task);
}

function remove({ questions, derived }: State, { id, agent }: Question): void {
  questions.delete(id);
  if (agent === undefined || derived.askedAgents.get(agent) !== id) return;
  derived.askedAgents.delete(agent);
  comeBack(derived.ready, loginResource(agent));
}
