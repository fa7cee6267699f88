/** Tasks that end without being done, with all that depends on them; and how those come back when the task does. */
import { type Because, because } from "../../domain/because.ts";
import type { TaskId } from "../../domain/spec/plan.ts";
import { dependenciesOf, isFinal, type Task } from "../../domain/work/task.ts";
import type { Context } from "../context.ts";
import { taskOf } from "../lookup.ts";
import type { State } from "../state.ts";

export function giveUp(context: Context, id: TaskId, why: Because): void {
  context.emit({ type: "task_given_up", task: id, because: why });
  for (const task of strandedBy(context, id)) {
    context.emit({ type: "task_given_up", task: task.id, because: because("upstream_ended", { task: id }) });
  }
}

export function skip(context: Context, id: TaskId, why: Because, dependantsGoOn: boolean): void {
  context.emit({ type: "task_skipped", task: id, because: why, dependantsGoOn });
  if (dependantsGoOn) return;
  for (const task of strandedBy(context, id)) {
    const upstream = because("upstream_ended", { task: id });
    context.emit({ type: "task_skipped", task: task.id, because: upstream, dependantsGoOn: false });
  }
}

/**
 * Skipped, and of those that depend on it only whoever needs it ends with it; the same is asked of theirs. Returns who
 * proceeds.
 */
export function skipWhereNeeded(context: Context, id: TaskId, why: Because, needs: Needs): Task[] {
  const { state } = context;
  const proceeding: Task[] = [];
  const queue = [{ id, why }];
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    const on = taskOf(state, next.id);
    if (isFinal(on.status)) continue;
    const open = (state.derived.dependants.get(on.id) ?? [])
      .map((each) => taskOf(state, each))
      .filter(({ status }) => !isFinal(status));
    const ended = open.filter((task) => needs(task, on));
    const free = open.filter((task) => !ended.includes(task));
    const without = free.length === 0 ? {} : { without: free.map((task) => task.id) };
    context.emit({ type: "task_skipped", task: on.id, because: next.why, dependantsGoOn: false, ...without });
    proceeding.push(...free);
    for (const task of ended) queue.push({ id: task.id, why: because("upstream_ended", { task: on.id }) });
  }
  return proceeding.filter(({ status }) => !isFinal(status));
}

/** Whether the first cannot be done without what the second would have made. */
export type Needs = (task: Task, on: Task) => boolean;

/** Brings back what ended only because this task had, as far as nothing else that ended stands in its way. */
export function reviveDependants(context: Context, id: TaskId, why: Because): void {
  const stranded = (task: Task) => isFinal(task.status) && task.because?.rule === "upstream_ended";
  let left = downstream(context, id, stranded);
  for (let before = -1; left.length !== before; ) {
    before = left.length;
    for (const task of left) {
      if (dependenciesOf(task).some((on) => hasEndedUnmet(taskOf(context.state, on)))) continue;
      context.emit({ type: "task_revived", task: task.id, because: why });
    }
    left = left.filter((task) => isFinal(task.status));
  }
}

/** It will not be done, and those that depend on it may not proceed without it. */
export function hasEndedUnmet(task: Task): boolean {
  return isFinal(task.status) && !task.met;
}

function strandedBy(context: Context, id: TaskId): Task[] {
  return downstream(context, id, (task) => !isFinal(task.status));
}

/** Dependants of a task and theirs, nearest first, each once, following only those that fit. */
function downstream(context: Context, id: TaskId, fits: (task: Task) => boolean): Task[] {
  const { state } = context;
  const seen = new Set<TaskId>([id]);
  const found: Task[] = [];
  const queue = [id];
  for (let from = queue.shift(); from !== undefined; from = queue.shift()) {
    for (const next of state.derived.dependants.get(from) ?? []) {
      const task = taskOf(state, next);
      if (seen.has(next) || !fits(task)) continue;
      seen.add(next);
      found.push(task);
      queue.push(next);
    }
  }
  return found;
}

/** Whether `task` needs `on`, directly or through others. */
export function dependsOn(state: State, task: Task, on: TaskId): boolean {
  for (const id of needed(state, task)) if (id === on) return true;
  return false;
}

/** All that a task needs, directly or through others. */
export function builtOn(state: State, task: Task): TaskId[] {
  return [...needed(state, task)];
}

function* needed(state: State, task: Task): Generator<TaskId> {
  const seen = new Set<TaskId>();
  const todo = [...dependenciesOf(task)];
  for (let id = todo.pop(); id !== undefined; id = todo.pop()) {
    if (seen.has(id)) continue;
    seen.add(id);
    yield id;
    todo.push(...dependenciesOf(taskOf(state, id)));
  }
}

/** Nothing of it runs, and nothing of it is being looked at. */
export function isIdle({ status, attempt, path }: Task): boolean {
  if (attempt !== null || path !== null) return false;
  return status === "ready" || status === "waiting" || status === "waiting_for_input";
}
