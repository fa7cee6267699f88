/** Questions to a person: who waits for the answer, and which agent does not start before it. */
import type { Because } from "../../domain/because.ts";
import { heldBy, type Question, type QuestionId } from "../../domain/work/question.ts";
import type { Task } from "../../domain/work/task.ts";
import type { EventOf } from "../event.ts";
import { taskOf } from "../lookup.ts";
import { comeBack } from "../scheduling/ready-queue.ts";
import type { State } from "../state.ts";
import type { AlsoEvolve, Evolve } from "../tables.ts";
import { leaveTree, move } from "../task/slots.ts";
import type { QuestionEvent } from "./events.ts";

export const evolve: Evolve<QuestionEvent> = {
  question_asked: asked,
  question_joined: joined,
  question_awaited: awaited,
  question_answered: (state, { question }) => close(state, question),
  question_acknowledged: acknowledged,
  question_withdrawn: (state, { question }) => close(state, question),
};

/** A task that is moved otherwise waits for no answer. */
export const also: AlsoEvolve = {
  task_requeued: (state, { task }) => leaveQuestion(state, taskOf(state, task)),
  task_skipped: (state, { task }) => leaveQuestion(state, taskOf(state, task)),
  task_given_up: (state, { task }) => leaveQuestion(state, taskOf(state, task)),
  plan_changed(state, { removed }) {
    for (const id of removed) leaveQuestion(state, taskOf(state, id));
  },
};

function asked(state: State, { question }: EventOf<"question_asked">, at: number): void {
  state.questions.open.set(question.id, question);
  state.questions.asked += 1;
  for (const agent of heldBy(question)) state.derived.askedAgents.set(agent, question.id);
  for (const id of question.tasks) waitForAnswer(state, taskOf(state, id), question.id, question.because, at);
}

function joined(state: State, event: EventOf<"question_joined">, at: number): void {
  const question = state.questions.open.get(event.question);
  if (!question) return;
  const { agent, task } = event;
  state.questions.open.set(question.id, { ...question, kind: "login", agent, tasks: [...question.tasks, task] });
  state.derived.askedAgents.set(agent, question.id);
  waitForAnswer(state, taskOf(state, task), question.id, event.because, at);
}

/** Whose agent had asked while it worked: it has ended, and waits like any other. */
function awaited(state: State, event: EventOf<"question_awaited">, at: number): void {
  const question = state.questions.open.get(event.question);
  if (!question) return;
  state.questions.open.set(question.id, { ...question, kind: "task", tasks: [event.task] });
  waitForAnswer(state, taskOf(state, event.task), question.id, event.because, at);
}

function acknowledged({ questions: { open } }: State, event: EventOf<"question_acknowledged">, at: number): void {
  const question = open.get(event.question);
  if (question) open.set(question.id, { ...question, ackedAt: at });
}

function close(state: State, id: QuestionId): void {
  const question = state.questions.open.get(id);
  if (question) remove(state, question);
}

/** The task waits for it no longer. */
function leaveQuestion(state: State, task: Task): void {
  if (task.question === null) return;
  const question = state.questions.open.get(task.question);
  task.question = null;
  if (!question) return;
  const tasks = question.tasks.filter((id) => id !== task.id);
  if (tasks.length === 0 && question.kind !== "halt" && question.kind !== "ready") remove(state, question);
  else state.questions.open.set(question.id, { ...question, tasks });
}

function waitForAnswer(state: State, task: Task, question: QuestionId, because: Because, at: number): void {
  leaveQuestion(state, task);
  Object.assign(task, { question, because, wakeAt: null, postponed: 0 });
  move(state, task, "waiting_for_input", at);
  leaveTree(state, task);
}

function remove({ questions: { open }, derived }: State, question: Question): void {
  open.delete(question.id);
  for (const agent of heldBy(question)) {
    if (derived.askedAgents.get(agent) !== question.id) continue;
    derived.askedAgents.delete(agent);
    comeBack(derived.ready, { of: "login", agent });
  }
}
