/**
 * The indexes over the state that keep every step from searching the plan: rebuilt as a whole from the rest, and the small
 * changes that `slots` makes to them. They decide nothing.
 */

import { heldBy } from "../../domain/work/question.ts";
import { dependenciesOf, isFinal, type Task, type TaskStatus } from "../../domain/work/task.ts";
import { WORK_STATUSES, type Work } from "../../domain/work/work.ts";
import { emptyQueue, pushReady } from "../scheduling/ready-queue.ts";
import type { State } from "../state.ts";
import type { Derived } from "./state.ts";

/** Rebuilds everything under `derived` from the rest. */
export function derive(state: State): void {
  const derived = emptyDerived();
  state.derived = derived;
  for (const task of state.tasks.values()) derived.dependants.set(task.id, []);
  for (const task of state.tasks.values()) indexTask(derived, task);
  for (const task of state.tasks.values()) claimOpenly(state, task);
  for (const advisor of state.advisors.asked.values()) indexPlace(derived, advisor);
  for (const question of state.questions.open.values())
    for (const agent of heldBy(question)) derived.askedAgents.set(agent, question.id);
}

function indexTask(derived: Derived, task: Task): void {
  for (const on of dependenciesOf(task)) derived.dependants.get(on)?.push(task.id);
  if (task.spec.gang !== undefined) listIn(derived.gangTasks, task.spec.gang, task.id);
  for (const file of task.spec.files) listIn(derived.fileClaims, file, task.id);
  derived.counts[task.status] += 1;
  indexPlace(derived, task);
}

/** Where it waits, or what it holds. */
function indexPlace(derived: Derived, work: Work): void {
  if (work.status === "ready") pushReady(derived.ready, work);
  if (work.path !== null) occupy(derived, work);
  else if (holdsFiles(work)) holdFiles(derived, work);
}

/** Whether a task is finished has changed: each file it claims now belongs to the first that is not. */
export function claimOpenly({ derived, tasks }: State, { spec }: Task): void {
  for (const file of spec.files) {
    const open = derived.fileClaims.get(file)?.find((id) => !isFinal(tasks.get(id)?.status ?? "done"));
    if (open === undefined) derived.openClaims.delete(file);
    else derived.openClaims.set(file, open);
  }
}

/** Work in the tree takes a slot, its agent's place and its files. */
export function occupy(derived: Derived, task: Work): void {
  derived.inTree += 1;
  derived.perAgent.set(task.spec.agent, (derived.perAgent.get(task.spec.agent) ?? 0) + 1);
  holdFiles(derived, task);
}

export function holdFiles(derived: Derived, task: Work): void {
  for (const file of task.spec.files) derived.fileHolders.set(file, task.id);
}

/** From the start of its agent until its work is merged. */
export function holdsFiles(task: Work): boolean {
  return task.path !== null || task.status === "verifying" || task.status === "integrating";
}

export function emptyDerived(): Derived {
  const counts = Object.fromEntries(WORK_STATUSES.map((status) => [status, 0])) as Record<TaskStatus, number>;
  return {
    dependants: new Map(),
    gangTasks: new Map(),
    counts,
    ready: emptyQueue(),
    inTree: 0,
    perAgent: new Map(),
    fileHolders: new Map(),
    fileClaims: new Map(),
    openClaims: new Map(),
    askedAgents: new Map(),
  };
}

function listIn(map: Map<string, string[]>, key: string, value: string): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}
