/** What is changed when a task is requeued, done, skipped, given up or brought back. */

import type { TaskId, TaskSpec } from "../../domain/spec/plan.ts";
import { dependenciesOf, type Task } from "../../domain/work/task.ts";
import type { AdvisorId } from "../../domain/work/work.ts";
import type { EventOf } from "../event.ts";
import { taskOf } from "../lookup.ts";
import { pushReady, sortReady } from "../scheduling/ready-queue.ts";
import type { State } from "../state.ts";
import type { Evolve } from "../tables.ts";
import type { TaskEvent } from "./events.ts";
import { newTask, nextIndex } from "./frozen-task.ts";
import { leaveTree, move } from "./slots.ts";

export const evolve: Evolve<TaskEvent> = {
  task_requeued: requeued,
  task_reopened: reopened,
  round_judged(state, { task, round }) {
    const judged = taskOf(state, task);
    judged.rounds = [...judged.rounds.slice(1 - ROUNDS_KEPT), round];
  },
  dependency_added: (state, event, at) => {
    const task = taskOf(state, event.task);
    // What was judged without the work it needs says nothing about the rounds with it.
    if (event.because.rule === "needs_task") task.rounds = [];
    needs(state, task, event.on, at);
  },
  task_put_first: putFirst,
  task_done: done,
  task_skipped: skipped,
  task_given_up: givenUp,
  task_revived: revived,
};

const ROUNDS_KEPT = 12;

function requeued(state: State, event: EventOf<"task_requeued">, at: number): void {
  const task = taskOf(state, event.task);
  const { because, restart, sameInput, counts } = event;
  Object.assign(task, { because, restart, sameInput, counts });
  if (event.changeset !== undefined) task.changeset = event.changeset;
  if (event.note !== null) {
    task.notes.push(event.note);
    task.restartedAt = [];
    task.advised = 0;
    task.consulted = 0;
    task.claimsJudged = 0;
    task.rounds = [];
  }
  if (event.via === "tree") return move(state, task, "waiting_for_wakeup", at);
  leaveTree(state, task);
  queue(state, task, at);
}

function done(state: State, event: EventOf<"task_done">, at: number): void {
  const task = taskOf(state, event.task);
  task.result = null;
  task.proved = null;
  move(state, task, "done", at);
  leaveTree(state, task);
  meet(state, task, at);
}

function skipped(state: State, event: EventOf<"task_skipped">, at: number): void {
  const task = taskOf(state, event.task);
  // While it waits for a restart the tree still has it, and lets go of it when that restart is due.
  const isHeld = task.status === "waiting_for_wakeup";
  task.because = event.because;
  move(state, task, "skipped", at);
  if (!isHeld) leaveTree(state, task);
  if (event.dependantsGoOn) meet(state, task, at);
  for (const id of event.without ?? []) proceedWithout(state, taskOf(state, id), task.id, at);
}

/** It needs nothing of that one, which will not be done. */
function proceedWithout(state: State, task: Task, on: TaskId, at: number): void {
  if (task.without.includes(on)) return;
  task.without.push(on);
  const { dependants } = state.derived;
  dependants.set(
    on,
    (dependants.get(on) ?? []).filter((id) => id !== task.id),
  );
  if (task.status !== "waiting" && task.status !== "ready") return;
  task.unmet = unmetOf(state, task);
  if (task.unmet === 0) move(state, task, "ready", at);
}

function putFirst(state: State, { task: id, priority }: EventOf<"task_put_first">): void {
  const task = taskOf(state, id);
  task.spec = { ...task.spec, priority };
  sortReady(state.derived.ready);
}

function givenUp(state: State, event: EventOf<"task_given_up">, at: number): void {
  const task = taskOf(state, event.task);
  const isHeld = task.status === "waiting_for_wakeup" && task.wakeAt !== null;
  task.because = event.because;
  move(state, task, "given_up", at);
  if (!isHeld) leaveTree(state, task);
}

function revived(state: State, event: EventOf<"task_revived">, at: number): void {
  const task = taskOf(state, event.task);
  task.because = event.because;
  queue(state, task, at);
}

/** From now on it waits for that one, unless it has begun. */
export function needs(state: State, task: Task, on: string, at: number): void {
  if (dependenciesOf(task).includes(on)) return;
  task.addedDependsOn.push(on);
  state.derived.dependants.get(on)?.push(task.id);
  waitAgain(state, task, at);
}

function reopened(state: State, event: EventOf<"task_reopened">, at: number): void {
  const task = taskOf(state, event.task);
  const { because, restart, counts } = event;
  Object.assign(task, { because, restart, counts, sameInput: null, met: false, commit: null });
  if (event.changeset !== undefined) task.changeset = event.changeset;
  queue(state, task, at);
  for (const id of state.derived.dependants.get(task.id) ?? []) waitAgain(state, taskOf(state, id), at);
}

/** It had not begun, and something it needs is not there any more, or not yet. */
function waitAgain(state: State, task: Task, at: number): void {
  if (task.status !== "waiting" && task.status !== "ready") return;
  task.unmet = unmetOf(state, task);
  if (task.unmet > 0) move(state, task, "waiting", at);
}

function unmetOf(state: State, task: Task): number {
  return dependenciesOf(task).filter((id) => !taskOf(state, id).met).length + task.awaits.length;
}

/** An advisor's word comes before the next attempt. */
export function awaitAdvice(state: State, task: Task, advisor: AdvisorId, at: number): void {
  task.awaits.push(advisor);
  waitAgain(state, task, at);
}

/** It has spoken, or never will. */
export function adviceOver(state: State, task: Task, advisor: AdvisorId, at: number): void {
  if (!task.awaits.includes(advisor)) return;
  task.awaits = task.awaits.filter((id) => id !== advisor);
  oneLess(state, task, at);
}

function oneLess(state: State, task: Task, at: number): void {
  task.unmet -= 1;
  if (task.unmet === 0 && task.status === "waiting") move(state, task, "ready", at);
}

/** Ready, or waiting for what it needs. */
export function queue(state: State, task: Task, at: number): void {
  task.unmet = unmetOf(state, task);
  move(state, task, task.unmet === 0 ? "ready" : "waiting", at);
}

/** Those who depend on it need no longer wait for it. */
function meet(state: State, task: Task, at: number): void {
  if (task.met) return;
  task.met = true;
  for (const id of state.derived.dependants.get(task.id) ?? []) oneLess(state, taskOf(state, id), at);
}

/** A task that the plan did not have. */
export function addTask(state: State, spec: TaskSpec, at: number, more: Partial<Task>): void {
  const task = Object.assign(newTask(spec, nextIndex(state.tasks.values()), at), more);
  state.tasks.set(spec.id, task);
  state.derived.dependants.set(spec.id, []);
  state.derived.counts[task.status] += 1;
  if (task.status === "ready") pushReady(state.derived.ready, task);
}
