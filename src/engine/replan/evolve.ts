/**
 * What a change of the plan changes: tasks come, others are said anew, some leave. Ids and whatever was reached stay. The
 * derived indexes are rebuilt whole: it happens a few times in a run, and nothing can be forgotten so. Part of `evolve`.
 */

import type { TaskId, TaskSpec } from "../../domain/plan.ts";
import { dependenciesOf, moveTask, type Task } from "../../domain/task.ts";
import type { EventOf } from "../event.ts";
import { taskOf } from "../lookup.ts";
import { closeQuestion } from "../question/evolve.ts";
import type { State } from "../state.ts";
import { derive } from "../task/derived.ts";
import { newTask, nextIndex } from "../task/frozen-task.ts";

export function proposed(state: State, { replan }: EventOf<"replan_proposed">): void {
  state.replans.open.set(replan.id, replan);
  state.replans.proposed += 1;
}

export function dropped(state: State, event: EventOf<"replan_dropped">): void {
  state.replans.open.delete(event.replan);
}

export function changed(state: State, event: EventOf<"plan_changed">, at: number): void {
  state.replans.open.delete(event.replan);
  for (const spec of event.added) add(state, spec, event, at);
  for (const spec of event.changed) change(state, spec);
  for (const id of event.removed) {
    closeQuestion(state, taskOf(state, id));
    state.tasks.delete(id);
  }
  forget(state, event.removed);
  if (event.contract) state.plan.contract = event.contract;
  // What was looked at was the whole of another plan.
  state.run.check = "not_due";
  for (const { id } of [...event.added, ...event.changed]) waitOrGo(state, taskOf(state, id), at);
  derive(state);
}

/** Whoever stands for another goes on with what that one has used up. */
function add(state: State, spec: TaskSpec, { lineage, because }: EventOf<"plan_changed">, at: number): void {
  const task = newTask(spec, nextIndex(state.tasks.values()), at);
  task.because = because;
  const from = lineage.find((each) => each.task === spec.id)?.from;
  if (from !== undefined) inherit(task, taskOf(state, from));
  state.tasks.set(spec.id, task);
}

function inherit(task: Task, from: Task): void {
  const { malformed, retries, evictions, restarts, advised, usage, attempts, attemptsBefore } = from;
  Object.assign(task, { malformed, retries, evictions, restarts, advised, usage, notes: [...from.notes] });
  // Its own attempts begin at 1; those of the one before count on.
  task.attemptsBefore = attemptsBefore - attempts;
  const sameTier = task.spec.agent === from.spec.agent && task.spec.tier === from.spec.tier;
  if (sameTier) task.raised = from.raised;
}

/** What it turned out to need is part of what the planner saw and said anew; only advisors are not. */
function change(state: State, spec: TaskSpec): void {
  const task = taskOf(state, spec.id);
  task.spec = spec;
  task.addedDependsOn = task.addedDependsOn.filter((id) => state.tasks.get(id)?.advises !== null);
}

/** What has ended may still name tasks that are gone. */
function forget(state: State, removed: readonly TaskId[]): void {
  if (removed.length === 0) return;
  const gone = new Set(removed);
  for (const task of state.tasks.values()) {
    if (!dependenciesOf(task).some((id) => gone.has(id))) continue;
    task.spec = { ...task.spec, dependsOn: task.spec.dependsOn.filter((id) => !gone.has(id)) };
    task.addedDependsOn = task.addedDependsOn.filter((id) => !gone.has(id));
  }
}

function waitOrGo(state: State, task: Task, at: number): void {
  task.unmet = dependenciesOf(task).filter((id) => !taskOf(state, id).released).length;
  if (task.status === "waiting" || task.status === "ready") moveTask(task, task.unmet === 0 ? "ready" : "waiting", at);
}
