/**
 * A plan that is being worked and what a planner wants changed of it → what is added, changed and removed; or every
 * reason why not. Ids stay and finished work stays: what is done is never touched, and of what has begun only the prompt.
 * An agent's word runs no command that no person has put into the plan, and takes away none of its gates. It applies
 * nothing itself.
 */
import type { TaskId, TaskSpec } from "../../domain/plan.ts";
import type { PlannerAnswer, PlannerTask } from "../../domain/role-answers.ts";
import { knownCommands, strangeCommands } from "./plan-commands.ts";
import { addedSpec, changedSpec, isSameSpec } from "./proposed-spec.ts";
import { idProblem, orderProblems, specProblems } from "./spec-problems.ts";

export interface CurrentPlan {
  /** With what each turned out to depend on beside what the plan says. */
  readonly tasks: readonly TaskSpec[];
  readonly doneIds: ReadonlySet<TaskId>;
  /** An attempt was made, or work lies in a workspace. */
  readonly startedIds: ReadonlySet<TaskId>;
  /** Agents that can be given work, with the names of their tiers. */
  readonly agents: Readonly<Record<string, readonly string[]>>;
  /** For new tasks whose planner names nobody; absent: whoever works the first task. */
  readonly defaultAgent?: string;
}

export type MergedPlan =
  | {
      readonly ok: true;
      readonly added: readonly TaskSpec[];
      readonly changed: readonly TaskSpec[];
      readonly removed: readonly TaskId[];
      readonly kept: readonly TaskId[];
    }
  | { readonly ok: false; readonly problems: readonly string[] };

export function mergePlan(current: CurrentPlan, proposed: PlannerAnswer): MergedPlan {
  const known = new Map(current.tasks.map((spec) => [spec.id, spec]));
  const commands = knownCommands(current.tasks);
  const problems = [...idProblems(known, proposed)];
  const removed: TaskId[] = [];
  for (const id of new Set(proposed.removed_tasks)) {
    const problem = removalProblem(current, known, id, proposed);
    if (problem === null) removed.push(id);
    else problems.push(problem);
  }
  const added: TaskSpec[] = [];
  const changed: TaskSpec[] = [];
  for (const task of firstOfEach(proposed.tasks)) {
    const spec = known.get(task.id);
    problems.push(...strangeCommands(task, commands));
    if (spec === undefined) added.push(addedSpec(task, current, proposed.cross_cutting_concerns));
    else {
      const next = changeOf(current, spec, task, proposed);
      if (isSameSpec(spec, next)) continue;
      const problem = touchProblem(current, spec, next);
      if (problem === null) changed.push(next);
      else problems.push(problem);
    }
  }
  const gone = new Set([...removed, ...changed.map(({ id }) => id)]);
  const staying = current.tasks.filter(({ id }) => !gone.has(id));
  for (const spec of [...added, ...changed]) problems.push(...specProblems(spec, current.agents));
  problems.push(...orderProblems([...staying, ...changed, ...added]));
  if (problems.length > 0) return { ok: false, problems: [...new Set(problems)] };
  return { ok: true, added, changed, removed, kept: staying.map(({ id }) => id) };
}

/** Branch and folder of a task that has begun are named after its title. */
function changeOf(current: CurrentPlan, spec: TaskSpec, task: PlannerTask, proposed: PlannerAnswer): TaskSpec {
  const next = changedSpec(spec, task, current, proposed.cross_cutting_concerns);
  return current.startedIds.has(spec.id) ? { ...next, title: spec.title } : next;
}

function firstOfEach(tasks: readonly PlannerTask[]): readonly PlannerTask[] {
  const first = new Map<TaskId, PlannerTask>();
  for (const task of tasks) if (!first.has(task.id)) first.set(task.id, task);
  return [...first.values()];
}

function idProblems(known: ReadonlyMap<TaskId, TaskSpec>, { tasks }: PlannerAnswer): readonly string[] {
  const ids = tasks.map(({ id }) => id);
  const twice = ids.filter((id, at) => ids.indexOf(id) !== at).map((id) => `task ${id} is named twice`);
  // Ids become names of files and branches, and many disks do not tell `A` from `a`.
  const fresh = [...new Set(ids.filter((id) => !known.has(id)))];
  const folded = new Map([...known.keys()].map((id) => [id.toLowerCase(), id]));
  const alike = fresh.flatMap((id) => {
    const other = folded.get(id.toLowerCase());
    folded.set(id.toLowerCase(), id);
    return other === undefined ? [] : [`the ids ${id} and ${other} differ only in case`];
  });
  return [...twice, ...fresh.flatMap((id) => idProblem(id) ?? []), ...alike];
}

function removalProblem(
  { doneIds, startedIds }: CurrentPlan,
  known: ReadonlyMap<TaskId, TaskSpec>,
  id: TaskId,
  { tasks }: PlannerAnswer,
): string | null {
  if (!known.has(id)) return `removed_tasks names ${id}, and there is no such task`;
  if (doneIds.has(id)) return `task ${id} is done and cannot be removed`;
  if (startedIds.has(id)) return `task ${id} has begun and cannot be removed; change its prompt instead`;
  return tasks.some((task) => task.id === id) ? `task ${id} is both removed and changed` : null;
}

function touchProblem({ doneIds, startedIds }: CurrentPlan, spec: TaskSpec, next: TaskSpec): string | null {
  if (doneIds.has(spec.id)) return `task ${spec.id} is done and cannot be changed; add a new task for what is missing`;
  if (!startedIds.has(spec.id) || isSameSpec(spec, { ...next, prompt: spec.prompt })) return null;
  return `task ${spec.id} has begun, so only its prompt can be changed; add a new task for the rest`;
}
