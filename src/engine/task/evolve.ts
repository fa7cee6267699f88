/** What tasks' and people's events change. Part of `evolve`. */

import { dependenciesOf, type Task } from "../../domain/task.ts";
import type { EventOf } from "../event.ts";
import { taskOf } from "../lookup.ts";
import { leaveMergeQueue } from "../proof/evolve.ts";
import { closeQuestion } from "../question/evolve.ts";
import type { State } from "../state.ts";
import { leaveTree, move } from "./slots.ts";

export function again(state: State, event: EventOf<"task_again">, at: number): void {
  const task = taskOf(state, event.task);
  const { because, restart, sameInput } = event;
  Object.assign(task, { because, restart, sameInput, lost: 0 }, event.counts);
  if (event.changeset !== undefined) task.changeset = event.changeset;
  if (event.note !== null) {
    task.notes.push(event.note);
    task.advised = 0;
    task.claimsJudged = 0;
  }
  closeQuestion(state, task);
  if (event.via === "tree") return move(state, task, "waiting_for_wakeup", at);
  leaveTree(state, task);
  queue(state, task, at);
  if (state.run.phase === "ended")
    Object.assign(state.run, { phase: "working", verdict: null, endedAt: null, openedAt: at });
}

export function restartScheduled(state: State, event: EventOf<"restart_scheduled">): void {
  state.tree.restarts += 1;
  const task = event.task === null ? null : taskOf(state, event.task);
  if (task) task.restarts += 1;
  if (event.timer === null) return;
  state.timers.set(event.timer, event.at);
  if (task) task.wakeAt = event.at;
}

export function leftTree(state: State, event: EventOf<"task_left_tree">): void {
  const task = taskOf(state, event.task);
  task.wakeAt = null;
  leaveTree(state, task);
}

export function done(state: State, event: EventOf<"task_done">, at: number): void {
  const task = taskOf(state, event.task);
  task.result = null;
  move(state, task, "done", at);
  leaveTree(state, task);
  release(state, task, at);
}

export function skipped(state: State, event: EventOf<"task_skipped">, at: number): void {
  const task = taskOf(state, event.task);
  // While it waits for a restart the tree still has it, and lets go of it when that restart is due.
  const isHeld = task.status === "waiting_for_wakeup";
  task.because = event.because;
  closeQuestion(state, task);
  leaveMergeQueue(state, task.id);
  move(state, task, "skipped", at);
  if (!isHeld) leaveTree(state, task);
  if (event.dependantsGoOn) release(state, task, at);
}

export function givenUp(state: State, event: EventOf<"task_given_up">, at: number): void {
  const task = taskOf(state, event.task);
  const isHeld = task.status === "waiting_for_wakeup" && task.wakeAt !== null;
  task.because = event.because;
  closeQuestion(state, task);
  leaveMergeQueue(state, task.id);
  move(state, task, "given_up", at);
  if (!isHeld) leaveTree(state, task);
}

export function revived(state: State, event: EventOf<"task_revived">, at: number): void {
  const task = taskOf(state, event.task);
  task.because = event.because;
  queue(state, task, at);
}

export function dependencyAdded(state: State, event: EventOf<"dependency_added">, at: number): void {
  needs(state, taskOf(state, event.task), event.on, at);
}

/** From now on it waits for that one, unless it has begun. */
export function needs(state: State, task: Task, on: string, at: number): void {
  if (dependenciesOf(task).includes(on)) return;
  task.addedDependsOn.push(on);
  state.derived.dependants.get(on)?.push(task.id);
  waitAgain(state, task, at);
}

export function reopened(state: State, event: EventOf<"task_reopened">, at: number): void {
  const task = taskOf(state, event.task);
  const { because, restart } = event;
  Object.assign(task, { because, restart, sameInput: null, released: false, commit: null, lost: 0 }, event.counts);
  if (event.changeset !== undefined) task.changeset = event.changeset;
  queue(state, task, at);
  for (const id of state.derived.dependants.get(task.id) ?? []) waitAgain(state, taskOf(state, id), at);
}

/** It had not begun, and something it needs is not there any more, or not yet. */
function waitAgain(state: State, task: Task, at: number): void {
  if (task.status !== "waiting" && task.status !== "ready") return;
  task.unmet = dependenciesOf(task).filter((id) => !taskOf(state, id).released).length;
  if (task.unmet > 0) move(state, task, "waiting", at);
}

/** Ready, or waiting for what it needs. */
export function queue(state: State, task: Task, at: number): void {
  task.unmet = dependenciesOf(task).filter((id) => !taskOf(state, id).released).length;
  move(state, task, task.unmet === 0 ? "ready" : "waiting", at);
}

/** Those who depend on it need not wait any more. */
function release(state: State, task: Task, at: number): void {
  if (task.released) return;
  task.released = true;
  for (const id of state.derived.dependants.get(task.id) ?? []) {
    const next = taskOf(state, id);
    next.unmet -= 1;
    if (next.unmet === 0 && next.status === "waiting") move(state, next, "ready", at);
  }
}
