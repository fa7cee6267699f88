/** Finding things in the state. What must be there and is not is a bug. */

import { BugError } from "../domain/bug.ts";
import type { TaskId } from "../domain/spec/plan.ts";
import type { Settings } from "../domain/spec/settings.ts";
import type { Tree } from "../domain/tree/tree.ts";
import type { Advisor } from "../domain/work/advisor.ts";
import type { Attempt, AttemptId } from "../domain/work/attempt.ts";
import type { Task } from "../domain/work/task.ts";
import type { WorkRef } from "../domain/work/work.ts";
import type { State } from "./state.ts";

export function taskOf(state: State, id: TaskId): Task {
  const task = state.tasks.get(id);
  if (!task) throw new BugError(`there is no task ${id}`);
  return task;
}

/** What an attempt works on. */
export function workOf(state: State, { task, advisor }: WorkRef): Task | Advisor {
  const work = findWork(state, task === undefined ? { advisor } : { task });
  if (!work) throw new BugError(`there is no ${task === undefined ? `advisor ${advisor}` : `task ${task}`}`);
  return work;
}

export function findWork(state: State, { task, advisor }: WorkRef): Task | Advisor | undefined {
  return task === undefined ? state.advisors.asked.get(advisor) : state.tasks.get(task);
}

export function liveAttempt(state: State, id: AttemptId | null | undefined): Attempt | undefined {
  return id == null ? undefined : state.attempts.live.get(id);
}

export function attemptOf(state: State, id: AttemptId): Attempt {
  const attempt = state.attempts.live.get(id);
  if (!attempt) throw new BugError(`there is no live attempt ${id}`);
  return attempt;
}

/** Whose usage limit and bill an agent's requests count towards. */
export function accountOf(settings: Settings, agent: string): string {
  return settings.agents[agent]?.account ?? agent;
}

export function treeOf(state: State): Tree {
  if (!state.tree.root) throw new BugError("the run has no tree");
  return state.tree.root;
}
