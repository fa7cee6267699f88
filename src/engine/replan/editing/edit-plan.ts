/**
 * A plan file that a person changed while its run exists, against the run as it is worked → what of it is taken, and what
 * cannot be, each with its reason. Compared is what the file said before, so what a planner changed since is not undone.
 * What has begun keeps what it was begun with; what is done stays done. It applies nothing itself.
 */
import type { Plan, TaskId, TaskSpec } from "../../../domain/spec/plan.ts";
import type { PlanChange } from "../../../domain/spec/replan.ts";
import type { CurrentPlan } from "../merging/merge-plan.ts";
import { commonChecks } from "../merging/plan-commands.ts";
import { editTask, fieldNames, type WrittenTask } from "./edit-task.ts";
import { unfitTasks } from "./unfit-tasks.ts";

/** The plan as it is worked, and what its file said of each task. */
export interface EditedPlan extends CurrentPlan {
  /** As the file said last; absent: it does not say it. */
  readonly written: ReadonlyMap<TaskId, TaskSpec>;
  /** Of the file, taken out of the run by a change of the plan. */
  readonly gone: ReadonlySet<TaskId>;
  readonly gangs: readonly string[];
}

export interface PlanEdit {
  readonly change: Pick<PlanChange, "added" | "changed" | "removed">;
  /** What the file says of tasks that do not get all of it. */
  readonly written: readonly TaskSpec[];
  /** For people: what is taken, and what is not and why. */
  readonly taken: readonly string[];
  readonly left: readonly string[];
}

export function editPlan(current: EditedPlan, file: Pick<Plan, "tasks">): PlanEdit {
  const left: string[] = [];
  const edits = file.tasks.flatMap((spec) => {
    const now = current.tasks.find(({ id }) => id === spec.id);
    return now ? editTask(current, now, withoutGone(spec, current.gone)) : [];
  });
  for (const edit of edits) left.push(...edit.left);
  const known = new Set(current.tasks.map(({ id }) => id));
  const fresh = file.tasks.filter(({ id }) => !known.has(id) && !current.gone.has(id));
  const added = fresh.map((spec) => withGates(withoutGone(spec, current.gone), current.tasks));
  const gone = leaving(current, file);
  left.push(...gone.left);
  const wanted = { added, changed: edits.flatMap(({ next }) => next ?? []), removed: gone.removed };
  const { change, problems } = unfitTasks(current, wanted);
  left.push(...problems);
  return { change, written: writtenAfter(edits, change.changed), taken: takenLines(change, edits), left };
}

/** What nobody works on leaves, unless somebody needs it; what has begun is ended by another word. */
function leaving(current: EditedPlan, { tasks }: Pick<Plan, "tasks">): { removed: TaskId[]; left: string[] } {
  const named = new Set(tasks.map(({ id }) => id));
  const removed: TaskId[] = [];
  const left: string[] = [];
  for (const { id } of current.tasks) {
    if (named.has(id) || !current.written.has(id) || current.doneIds.has(id) || current.endedIds?.has(id)) continue;
    if (current.startedIds.has(id)) left.push(`${id} has begun and stays; \`reeve skip ${id}\` leaves it out`);
    else removed.push(id);
  }
  return { removed, left };
}

/** Those every task of the run has, as the run gave them to tasks without gates of their own. */
function withGates(spec: TaskSpec, tasks: readonly TaskSpec[]): TaskSpec {
  return spec.gates.length > 0 ? spec : { ...spec, gates: commonChecks(tasks, "gates") };
}

function withoutGone(spec: TaskSpec, gone: ReadonlySet<TaskId>): TaskSpec {
  return gone.size === 0 ? spec : { ...spec, dependsOn: spec.dependsOn.filter((on) => !gone.has(on)) };
}

function writtenAfter(edits: readonly WrittenTask[], changed: readonly TaskSpec[]): readonly TaskSpec[] {
  const ids = new Set(changed.map(({ id }) => id));
  return edits.flatMap(({ next, written }) => (next && ids.has(next.id) ? [written] : []));
}

function takenLines({ added, changed, removed }: PlanEdit["change"], edits: readonly WrittenTask[]): string[] {
  const ids = new Set(changed.map(({ id }) => id));
  return [
    ...added.map(({ id }) => `${id} is new`),
    ...edits.flatMap(({ next, fields }) => (next && ids.has(next.id) ? [`${next.id}: ${fieldNames(fields)}`] : [])),
    ...removed.map((id) => `${id} is taken out`),
  ];
}
