/** Tasks and planners' answers for tests: as little as possible said, the rest as in most plans. */
import type { TaskSpec } from "../../src/domain/spec/plan.ts";
import type { PlannerAnswer, PlannerTask } from "../../src/domain/work/role-answers.ts";

export function spec(id: string, more: Partial<TaskSpec> = {}): TaskSpec {
  return {
    id,
    title: id,
    prompt: `Do ${id}.`,
    role: "worker",
    dependsOn: [],
    files: [],
    agent: "a",
    gates: [{ name: "tests", run: "npm test", timeoutS: 600 }],
    commitments: [],
    acceptance: [],
    budget: {},
    priority: 0,
    tags: [],
    ...more,
  };
}

export function answer(tasks: readonly PlannerTask[], more: Partial<PlannerAnswer> = {}): PlannerAnswer {
  return { tasks, removed_tasks: [], contract: null, cross_cutting_concerns: [], validation: [], ...more };
}
