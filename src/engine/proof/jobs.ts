/** What Reeve itself owes a task after its agent: verifying, then its turn in the merge queue. As effects. */

import { BugError } from "../../domain/bug.ts";
import type { TaskId } from "../../domain/spec/plan.ts";
import { attemptId } from "../../domain/work/attempt.ts";
import type { Task } from "../../domain/work/task.ts";
import type { Effect } from "../effect.ts";
import { taskOf } from "../lookup.ts";
import { nextMerge } from "../merge/comparing.ts";
import { merging } from "../merge/jobs.ts";
import type { State } from "../state.ts";
import { builtOn } from "../task/ends.ts";
import { dueAt } from "../timer.ts";

/** The job a task waits for, unless it is postponed or not its turn. */
export function jobOf(state: State, id: TaskId): Effect[] {
  const task = taskOf(state, id);
  if (dueAt(state, { of: "job", task: id }) !== null) return [];
  if (task.status === "verifying" && task.result !== null && task.reviewer === null) return [verifyOf(state, task)];
  return task.status === "integrating" ? merging(state) : [];
}

export function verifyingOf(state: State): Effect[] {
  if (state.derived.counts.verifying === 0) return [];
  return [...state.tasks.values()].flatMap((task) => (task.status === "verifying" ? jobOf(state, task.id) : []));
}

/** Something is left to do for Reeve itself, now or when it tries again: no agent and no person is waited for. */
export function hasJob(state: State): boolean {
  if (state.run.check === "due" || nextMerge(state) !== null) return true;
  if (state.derived.counts.verifying === 0) return false;
  return [...state.tasks.values()].some(({ status, reviewer }) => status === "verifying" && reviewer === null);
}

function verifyOf(state: State, task: Task): Effect {
  const { id, spec, attempts, result } = task;
  if (result === null) throw new BugError(`task ${id} has no result to verify`);
  const upstream = upstreamOf(state, task);
  const order = {
    attempt: attemptId(id, attempts),
    task: id,
    spec,
    result,
    owned: state.derived.openClaims,
    builtOn: builtOn(state, task),
    ...(upstream.length > 0 && { upstream }),
  };
  return { type: "verify", order };
}

/** By the plan alone: what it had to wait for besides may have done its work. */
function upstreamOf({ tasks }: State, { spec }: Task): TaskId[] {
  const found = new Set<TaskId>();
  const todo = [...spec.dependsOn];
  for (let id = todo.pop(); id !== undefined; id = todo.pop()) {
    if (found.has(id)) continue;
    found.add(id);
    todo.push(...(tasks.get(id)?.spec.dependsOn ?? []));
  }
  return [...found];
}
