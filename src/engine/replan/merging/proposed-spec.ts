/** A planner's task as a task of the plan: a new one with what all others have, or a known one with what was said anew. */
import type { TaskSpec } from "../../../domain/spec/plan.ts";
import type { CrossCuttingConcern, PlannerTask } from "../../../domain/work/role-answers.ts";
import type { CurrentPlan } from "./merge-plan.ts";
import { commonChecks, withCommands } from "./plan-commands.ts";
import { promptWithConcerns } from "./prompt-with-concerns.ts";
import { normalPath } from "./spec-problems.ts";

export function addedSpec(
  task: PlannerTask,
  { tasks, defaultAgent }: Pick<CurrentPlan, "tasks" | "defaultAgent">,
  concerns: readonly CrossCuttingConcern[],
): TaskSpec {
  const { id, prompt, tier } = task;
  return {
    id,
    title: titleOf(task) ?? prompt.trim().split("\n", 1)[0]?.trim() ?? "",
    prompt: promptWithConcerns(task, concerns),
    role: task.role ?? "worker",
    dependsOn: [...new Set(task.depends_on)],
    files: pathsOf(task.files ?? []),
    agent: task.agent ?? defaultAgent ?? tasks[0]?.agent ?? "",
    ...(tier !== undefined && { tier }),
    gates: withCommands(commonChecks(tasks, "gates"), task.gates ?? [], tasks),
    commitments: withCommands([], task.commitments ?? [], tasks),
    acceptance: acceptanceOf(task),
    budget: {},
    priority: task.priority ?? 0,
    tags: [...new Set(task.tags)],
  };
}

/** What is absent stays; gates only grow. */
export function changedSpec(
  spec: TaskSpec,
  task: PlannerTask,
  { tasks }: Pick<CurrentPlan, "tasks">,
  concerns: readonly CrossCuttingConcern[],
): TaskSpec {
  const { agent = spec.agent } = task;
  const { tier: before, ...rest } = spec;
  // A tier belongs to its agent.
  const tier = task.tier ?? (agent === spec.agent ? before : undefined);
  return {
    ...rest,
    title: titleOf(task) ?? spec.title,
    prompt: task.prompt.trimEnd() === spec.prompt.trimEnd() ? spec.prompt : promptWithConcerns(task, concerns),
    role: task.role ?? spec.role,
    dependsOn: listOf(spec.dependsOn, task.depends_on),
    files: listOf(spec.files, task.files && pathsOf(task.files)),
    agent,
    ...(tier !== undefined && { tier }),
    gates: withCommands(spec.gates, task.gates ?? [], tasks),
    commitments: withCommands(spec.commitments, task.commitments ?? [], tasks),
    acceptance: task.acceptance === undefined ? spec.acceptance : keeping(spec, task),
    priority: task.priority ?? spec.priority,
    tags: listOf(spec.tags, task.tags),
  };
}

/** The same in another order is no change. */
function listOf(before: readonly string[], said: readonly string[] | undefined): readonly string[] {
  const after = [...new Set(said ?? before)];
  return after.length === before.length && before.every((each) => after.includes(each)) ? before : after;
}

/** In all but the title, which is for people alone. */
export function isSameSpec(one: TaskSpec, other: TaskSpec): boolean {
  return keyOf(one) === keyOf(other);
}

function keyOf(spec: TaskSpec): string {
  const { id, prompt, role, agent, tier, gang, budget, priority, gates, commitments, acceptance } = spec;
  const lists = [spec.dependsOn, spec.files, spec.tags].map((list) => list.toSorted());
  const checks = [...gates, ...commitments].map(({ name, run, timeoutS }) => [name, run, timeoutS]);
  const criteria = acceptance.map(({ criterion, verifyBy, target }) => [criterion, verifyBy, target ?? null]);
  return JSON.stringify([
    id,
    prompt.trimEnd(),
    role,
    agent,
    tier ?? null,
    gang ?? null,
    budget,
    priority,
    lists,
    checks,
    criteria,
  ]);
}

/** A criterion is a gate too: those that are there stay. */
function keeping({ acceptance }: TaskSpec, task: PlannerTask): TaskSpec["acceptance"] {
  const there = new Set(acceptance.map(({ criterion }) => criterion));
  return [...acceptance, ...acceptanceOf(task).filter(({ criterion }) => !there.has(criterion))];
}

function acceptanceOf({ acceptance }: PlannerTask): TaskSpec["acceptance"] {
  return (acceptance ?? []).map(({ criterion, verify_by, target }) => {
    return { criterion, verifyBy: verify_by, ...(target !== undefined && { target }) };
  });
}

/** In the form in which others claim the same files. */
function pathsOf(files: readonly string[]): readonly string[] {
  return [...new Set(files.map((path) => normalPath(path) ?? path))];
}

function titleOf({ title }: PlannerTask): string | undefined {
  const line = title?.replace(/\s+/g, " ").trim();
  return line === "" ? undefined : line;
}
