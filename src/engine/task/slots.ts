/**
 * Who holds a slot, an agent's place and files: everything the tree has. Files stay held until the work is merged, so that
 * the next one to claim them begins with it. Keeps the derived indexes in step with each move, so that nothing has to
 * search the plan. For folds; nobody else calls the movers.
 */

import type { TreePath } from "../../domain/tree/tree.ts";
import type { Advisor } from "../../domain/work/advisor.ts";
import type { Task } from "../../domain/work/task.ts";
import { isFinal, moveWork, type Work, type WorkStatus } from "../../domain/work/work.ts";
import { comeBack, pushReady } from "../scheduling/ready-queue.ts";
import type { State } from "../state.ts";
import { settleAgent } from "./agent-life.ts";
import { claimOpenly, holdFiles, holdsFiles, occupy } from "./derived.ts";

/** Statuses in which the tree, not the queue and not a person, moves it next. */
export const IN_TREE: ReadonlySet<WorkStatus> = new Set(["working", "waiting_for_wakeup", "failed"]);

export function enterTree(state: State, work: Work, path: TreePath): void {
  const wasIn = work.path !== null;
  work.path = path;
  if (!wasIn) occupy(state.derived, work);
}

/** Frees slot and files, but not while its agent still lives. */
export function leaveTree(state: State, work: Task | Advisor): void {
  if (work.path === null || work.attempt !== null) return;
  work.path = null;
  const { derived } = state;
  const { agent } = work.spec;
  derived.inTree -= 1;
  derived.perAgent.set(agent, (derived.perAgent.get(agent) ?? 1) - 1);
  comeBack(derived.ready, { of: "agent", agent });
  agentGone(state, work);
  if (!holdsFiles(work)) freeFiles(state, work);
}

function freeFiles({ derived }: State, work: Work): void {
  for (const file of work.spec.files) {
    if (derived.fileHolders.get(file) !== work.id) continue;
    derived.fileHolders.delete(file);
    comeBack(derived.ready, { of: "file", file });
  }
}

/** An agent is gone: whoever stood aside for it may try again. */
export function agentGone({ derived }: State, { id, spec: { gang } }: Work): void {
  comeBack(derived.ready, { of: "work", id });
  if (gang !== undefined) comeBack(derived.ready, { of: "gang", gang });
}

export function move(state: State, work: Task | Advisor, to: WorkStatus, at: number): void {
  if (work.kind === "task") moveTask(state, work, to, at);
  else moveAdvisor(state, work, to, at);
  settleAgent(state, work, at);
}

function moveAdvisor(state: State, work: Advisor, to: WorkStatus, at: number): void {
  const was = work.status;
  moveWork(work, to, at);
  if (to === "ready" && was !== "ready") pushReady(state.derived.ready, work);
}

function moveTask(state: State, task: Task, to: WorkStatus, at: number): void {
  if (task.status === to) return;
  const { counts, ready } = state.derived;
  const held = holdsFiles(task);
  const wasFinal = isFinal(task.status);
  counts[task.status] -= 1;
  moveWork(task, to, at);
  counts[to] += 1;
  if (isFinal(to) !== wasFinal) claimOpenly(state, task);
  if (holdsFiles(task)) holdFiles(state.derived, task);
  else if (held) freeFiles(state, task);
  if (to === "ready") pushReady(ready, task);
}
