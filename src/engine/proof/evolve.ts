/** What verifying, merging and Reeve's own troubles with them change. Part of `evolve`. */

import { hasPassed } from "../../domain/gate.ts";
import type { EventOf } from "../event.ts";
import { taskOf } from "../lookup.ts";
import { noteFailure } from "../pattern/failure-notes.ts";
import type { State } from "../state.ts";
import { move } from "../task/slots.ts";

export function verified(state: State, event: EventOf<"task_verified">, at: number): void {
  const task = taskOf(state, event.task);
  const { commit, gates } = event.verification;
  Object.assign(task, { commit, changeset: event.changeset, postponed: 0 });
  if (event.failure) noteFailure(state, task, event.attempt, event.failure, at);
  if (!hasPassed(gates)) return move(state, task, "failed", at);
  if (commit === null) return; // nothing to merge: the decision that it is done follows
  if (event.reviewer !== undefined) {
    task.reviewer = event.reviewer; // it stays where it is until that one has judged it
    return;
  }
  move(state, task, "integrating", at);
  state.merge.queue.push(task.id);
}

export function integrated(state: State, event: EventOf<"task_integrated">, at: number): void {
  const task = taskOf(state, event.task);
  leaveMergeQueue(state, task.id);
  task.postponed = 0;
  if (event.integration.type === "merged") {
    Object.assign(state.run, { check: "not_due", redAsked: false });
    return;
  }
  task.changeset = "update";
  move(state, task, "failed", at);
}

export function postponed(state: State, event: EventOf<"job_postponed">): void {
  taskOf(state, event.task).postponed += 1;
  state.timers.set(event.timer, event.at);
}

const VIOLATIONS_MAX = 20;

export function violated(state: State, event: EventOf<"violation_seen">): void {
  state.violations.push(event.violation);
  if (state.violations.length > VIOLATIONS_MAX) state.violations.shift();
}

/** Whatever takes a task out of the hands of Reeve's own jobs. */
export function leaveMergeQueue(state: State, id: string): void {
  const place = state.merge.queue.indexOf(id);
  if (place >= 0) state.merge.queue.splice(place, 1);
  state.timers.delete(jobTimer(id));
  Object.assign(taskOf(state, id), { reviewer: null, compared: null, putOff: false });
}

/** Due when Reeve tries again what it could not do for this task. */
export function jobTimer(task: string): string {
  return `job:${task}`;
}
