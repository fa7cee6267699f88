/** What may be done to a task of a plan that is being worked: why it cannot be removed, changed or waited for. */
import type { TaskId, TaskSpec } from "../../../domain/spec/plan.ts";
import type { PlannerAnswer } from "../../../domain/work/role-answers.ts";
import type { CurrentPlan } from "./merge-plan.ts";
import { isSameSpec } from "./proposed-spec.ts";

export function removalProblem(
  { doneIds, startedIds, endedIds }: CurrentPlan,
  known: ReadonlyMap<TaskId, TaskSpec>,
  id: TaskId,
  { tasks }: PlannerAnswer,
): string | null {
  if (!known.has(id)) return `removed_tasks names ${id}, and there is no such task`;
  if (doneIds.has(id)) return `task ${id} is done and cannot be removed`;
  if (endedIds?.has(id)) return `task ${id} has ended already and stays as it is`;
  if (startedIds.has(id)) return `task ${id} has begun and cannot be removed; change its prompt instead`;
  return tasks.some((task) => task.id === id) ? `task ${id} is both removed and changed` : null;
}

export function touchProblem(current: CurrentPlan, spec: TaskSpec, next: TaskSpec): string | null {
  const { doneIds, startedIds, endedIds, idleIds } = current;
  const { id } = spec;
  if (doneIds.has(id)) return `task ${id} is done and cannot be changed; add a new task for what is missing`;
  if (endedIds?.has(id)) return `task ${id} has ended and stays as it is; add a new task for what is missing`;
  if (!startedIds.has(id)) return null;
  if (idleIds && !idleIds.has(id)) return `task ${id} is running and would not see the change; add a new task after it`;
  if (isSameSpec(spec, { ...next, prompt: spec.prompt })) return null;
  if (idleIds && waitsForMore(spec, next)) return null;
  const also = idleIds ? " and more dependencies" : "";
  return `task ${id} has begun, so only its prompt${also} can be changed; add a new task for the rest`;
}

/** Nothing else is different, and nothing it waited for is given up. */
function waitsForMore(spec: TaskSpec, next: TaskSpec): boolean {
  const others = { ...next, prompt: spec.prompt, dependsOn: spec.dependsOn };
  return isSameSpec(spec, others) && spec.dependsOn.every((on) => next.dependsOn.includes(on));
}

/** What has ended without being done will not come; tasks that waited for it were let through. */
export function waitProblems(
  { endedIds }: CurrentPlan,
  known: ReadonlyMap<TaskId, TaskSpec>,
  specs: readonly TaskSpec[],
): readonly string[] {
  return specs.flatMap(({ id, dependsOn }) =>
    dependsOn
      .filter((on) => endedIds?.has(on) && !known.get(id)?.dependsOn.includes(on))
      .map((on) => `task ${id} depends on ${on}, which has ended without being done`),
  );
}
