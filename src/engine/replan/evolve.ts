/**
 * What a change of the plan changes: tasks come, others are said anew, some leave. Ids and whatever was reached stay. The
 * derived indexes are rebuilt whole: it happens a few times in a run, and nothing can be forgotten so.
 */

import type { TaskId, TaskSpec } from "../../domain/spec/plan.ts";
import { dependenciesOf, type Task } from "../../domain/work/task.ts";
import { moveWork } from "../../domain/work/work.ts";
import type { EventOf } from "../event.ts";
import { taskOf } from "../lookup.ts";
import type { State } from "../state.ts";
import type { Evolve } from "../tables.ts";
import { derive } from "../task/derived.ts";
import { newTask, nextIndex } from "../task/frozen-task.ts";
import type { ReplanEvent } from "./events.ts";

export const evolve: Evolve<ReplanEvent> = {
  replan_proposed(state, { replan }) {
    state.replans.open.set(replan.id, replan);
    state.replans.proposed += 1;
  },
  replan_dropped(state, { replan }) {
    state.replans.open.delete(replan);
  },
  plan_changed: changed,
};

function changed(state: State, event: EventOf<"plan_changed">, at: number): void {
  const { replan, file } = event;
  if (replan !== undefined) {
    if (state.replans.open.get(replan)?.question === null) state.replans.added += event.added.length;
    state.replans.open.delete(replan);
  }
  for (const spec of event.added) add(state, spec, event, at);
  for (const spec of event.changed) change(state, spec, event);
  if (!file) for (const id of event.removed) takenOut(state, id);
  for (const id of event.removed) state.tasks.delete(id);
  forget(state, event.removed);
  if (event.contract) state.plan.contract = event.contract;
  for (const { id } of [...event.added, ...event.changed]) waitOrGo(state, taskOf(state, id), at);
  derive(state);
}

/** Whoever stands for another goes on with what that one has used up. */
function add(state: State, spec: TaskSpec, event: EventOf<"plan_changed">, at: number): void {
  const { lineage, because, about, retries = 0 } = event;
  const task = newTask(spec, nextIndex(state.tasks.values()), at);
  task.because = because;
  task.written = event.file ? null : "not";
  const from = lineage.find((each) => each.task === spec.id)?.from;
  if (from !== undefined) inherit(task, taskOf(state, from));
  // The change itself is a retry of the task that led to it, once, however many stand for it now.
  if (retries > 0 && lineage.find((each) => each.from === about)?.task === spec.id)
    task.counts = { ...task.counts, retries: task.counts.retries + retries };
  state.tasks.set(spec.id, task);
}

function inherit(task: Task, from: Task): void {
  const { restarts, advised, consulted, claimsJudged, usage, granted, attempts, counts, rounds, began } = from;
  const sameTier = task.spec.agent === from.spec.agent && task.spec.tier === from.spec.tier;
  // Its own attempts begin at 1; those of the one before count on.
  const attemptsBefore = counts.attemptsBefore - attempts;
  const inherited = counts.retries;
  const { seen: _, ...kept } = counts;
  task.counts = { ...kept, attemptsBefore, lost: 0, raised: sameTier ? counts.raised : 0, inherited };
  const notes = [...from.notes];
  const shown = { restarts, advised, consulted, claimsJudged, usage, granted, rounds, began };
  Object.assign(task, { ...shown, notes, origin: from.id });
}

/** What it turned out to need is part of what the planner saw and said anew. */
function change(state: State, spec: TaskSpec, { file }: EventOf<"plan_changed">): void {
  const task = taskOf(state, spec.id);
  // The file is compared with what it said before, not with what others made of it.
  if (file) task.written = file.written.find(({ id }) => id === spec.id) ?? null;
  else task.written ??= { ...task.spec };
  task.spec = spec;
  task.addedDependsOn = [];
}

/** The file still names it: that is no wish to have it back. */
function takenOut({ plan, tasks }: State, id: TaskId): void {
  if (tasks.get(id)?.written !== "not") plan.gone = [...(plan.gone ?? []), id];
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
  task.unmet = dependenciesOf(task).filter((id) => !taskOf(state, id).met).length + task.awaits.length;
  if (task.status === "waiting" || task.status === "ready") moveWork(task, task.unmet === 0 ? "ready" : "waiting", at);
}
