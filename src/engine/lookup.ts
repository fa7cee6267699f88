/** Finding things in the state. What must be there and is not is a bug. */
import type { Attempt, AttemptId } from "../domain/attempt.ts";
import { BugError } from "../domain/bug.ts";
import type { TaskId } from "../domain/plan.ts";
import type { Task } from "../domain/task.ts";
import type { Tree } from "../domain/tree.ts";
import type { State } from "./state.ts";

export function taskOf(state: State, id: TaskId): Task {
  const task = state.tasks.get(id);
  if (!task) throw new BugError(`there is no task ${id}`);
  return task;
}

export function attemptOf(state: State, id: AttemptId): Attempt {
  const attempt = state.attempts.live.get(id);
  if (!attempt) throw new BugError(`there is no live attempt ${id}`);
  return attempt;
}

export function treeOf(state: State): Tree {
  if (!state.tree.root) throw new BugError("the run has no tree");
  return state.tree.root;
}
