/**
 * New tasks that stand for old ones: whom each replaces, why one cannot, and what follows for those who wait for the old
 * one. A task that has begun can be replaced only while nobody works on it; its work stays where it is.
 */
import type { TaskId, TaskSpec } from "../../../domain/spec/plan.ts";
import type { PlannerAnswer, PlannerTask } from "../../../domain/work/role-answers.ts";
import type { CurrentPlan } from "./merge-plan.ts";

export interface Replacements {
  /** Old → those who stand for it, in the order of the answer. */
  readonly by: ReadonlyMap<TaskId, readonly TaskId[]>;
  readonly problems: readonly string[];
}

export function replacementsOf(current: CurrentPlan, { tasks }: PlannerAnswer): Replacements {
  const by = new Map<TaskId, TaskId[]>();
  const problems: string[] = [];
  for (const task of tasks) {
    if (task.replaces === undefined || task.replaces === "") continue;
    const problem = problemOf(current, task, task.replaces, tasks);
    if (problem !== null) problems.push(problem);
    else by.set(task.replaces, [...new Set([...(by.get(task.replaces) ?? []), task.id])]);
  }
  return { by, problems };
}

function problemOf(
  { tasks, doneIds, startedIds, endedIds, idleIds }: CurrentPlan,
  task: PlannerTask,
  old: TaskId,
  proposed: readonly PlannerTask[],
): string | null {
  const isKnown = (id: TaskId) => tasks.some((spec) => spec.id === id);
  if (isKnown(task.id)) return `task ${task.id} is already in the plan and cannot replace ${old}`;
  if (!isKnown(old)) return `task ${task.id} replaces ${old}, and there is no such task`;
  if (doneIds.has(old)) return `task ${old} is done and cannot be replaced`;
  if (endedIds?.has(old)) return `task ${old} has ended and cannot be replaced; leave out "replaces"`;
  if (proposed.some(({ id }) => id === old)) return `task ${old} is both replaced and changed`;
  return startedIds.has(old) && !idleIds?.has(old) ? `task ${old} is running and cannot be replaced now` : null;
}

/** It keeps the gates and the budget of the one it stands for, and its agent unless another is named. */
export function standingFor(spec: TaskSpec, task: PlannerTask, old: TaskSpec | undefined): TaskSpec {
  if (old === undefined) return spec;
  const tier = task.tier ?? old.tier;
  const worker = task.agent === undefined ? { agent: old.agent, ...(tier !== undefined && { tier }) } : {};
  const more = <T>(mine: readonly T[], its: readonly T[], key: (item: T) => string) => [
    ...its,
    ...mine.filter((item) => its.every((each) => key(each) !== key(item))),
  ];
  return {
    ...spec,
    ...worker,
    gates: more(spec.gates, old.gates, ({ run }) => run),
    commitments: more(spec.commitments, old.commitments, ({ run }) => run),
    acceptance: more(spec.acceptance, old.acceptance, ({ criterion }) => criterion),
    budget: old.budget,
  };
}

/** Whoever waited for the old one waits for those that stand for it. */
export function rewired(spec: TaskSpec, { by }: Replacements): TaskSpec {
  if (!spec.dependsOn.some((on) => by.has(on))) return spec;
  const dependsOn = spec.dependsOn.flatMap((on) => by.get(on) ?? [on]).filter((on) => on !== spec.id);
  return { ...spec, dependsOn: [...new Set(dependsOn)] };
}
