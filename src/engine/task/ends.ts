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
  const seen = new Set<TaskId>();
  const todo = [...dependenciesOf(task)];
  for (let id = todo.pop(); id !== undefined; id = todo.pop()) {
    if (id === on) return true;
    if (seen.has(id)) continue;
    seen.add(id);
    todo.push(...dependenciesOf(taskOf(state, id)));
  }
  return false;
}

/** Nothing of it runs, and nothing of it is being looked at. */
export function isIdle({ status, attempt, path }: Task): boolean {
  if (attempt !== null || path !== null) return false;
  return status === "ready" || status === "waiting" || status === "waiting_for_input";
}
