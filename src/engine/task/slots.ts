/**
 * Who holds a slot, an agent's place and files: every task the tree has. Files stay held until the work is merged, so
 * that the next one to claim them begins with it. Keeps the derived indexes in step with each move of a task, so that
 * nothing has to search the plan. Part of `evolve`; nobody else calls the movers.
 */

import { isFinal, moveTask, type Task, type TaskStatus } from "../../domain/task.ts";
import type { TreePath } from "../../domain/tree.ts";
import { comeBack, pushReady } from "../scheduling/ready-queue.ts";
import type { State } from "../state.ts";
import { claimOpenly, holdFiles, holdsFiles, occupy } from "./derived.ts";

/** Statuses in which the tree, not the queue and not a person, moves the task next. */
export const IN_TREE: ReadonlySet<TaskStatus> = new Set(["working", "waiting_for_wakeup", "failed"]);

export function enterTree(state: State, task: Task, path: TreePath): void {
  const wasIn = task.path !== null;
  task.path = path;
  if (!wasIn) occupy(state.derived, task);
}

/** Frees slot and files, but not while its agent still lives. */
export function leaveTree(state: State, task: Task): void {
  if (task.path === null || task.attempt !== null) return;
  task.path = null;
  const { derived } = state;
  const { agent, gang } = task.spec;
  derived.inTree -= 1;
  derived.perAgent.set(agent, (derived.perAgent.get(agent) ?? 1) - 1);
  comeBack(derived.ready, `agent:${agent}`);
  comeBack(derived.ready, `task:${task.id}`);
  if (gang !== undefined) comeBack(derived.ready, `gang:${gang}`);
  if (!holdsFiles(task)) freeFiles(state, task);
}

function freeFiles({ derived }: State, task: Task): void {
  for (const file of task.spec.files) {
    if (derived.fileHolders.get(file) !== task.id) continue;
    derived.fileHolders.delete(file);
    comeBack(derived.ready, `file:${file}`);
  }
}

/** An agent is gone: whoever stood aside for it may try again. */
export function agentGone(state: State, task: Task): void {
  comeBack(state.derived.ready, `task:${task.id}`);
  if (task.spec.gang !== undefined) comeBack(state.derived.ready, `gang:${task.spec.gang}`);
}

export function move(state: State, task: Task, to: TaskStatus, at: number): void {
  if (task.status === to) return;
  const { counts, ready } = state.derived;
  const held = holdsFiles(task);
  const wasFinal = isFinal(task.status);
  counts[task.status] -= 1;
  moveTask(task, to, at);
  counts[to] += 1;
  if (isFinal(to) !== wasFinal) claimOpenly(state, task);
  if (holdsFiles(task)) holdFiles(state.derived, task);
  else if (held) freeFiles(state, task);
  if (to === "ready") pushReady(ready, task);
}
