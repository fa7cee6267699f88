/** Runs whose plan turns out to be wrong, for tests of the engine: a task is blocked, a planner answers. */

import type { Settings } from "../../src/domain/spec/settings.ts";
import type { Outcome } from "../../src/domain/work/outcome.ts";
import type { PlannerAnswer, PlannerTask, SupervisorAction } from "../../src/domain/work/role-answers.ts";
import { type Given, given, type Scenario } from "../../src/testing/given.ts";
import { blocked } from "../../src/testing/outcomes.ts";

export const PLANNER = { agent: "agent", template: "{{diagnosis}}\n{{current}}\n{{commands}}\n{{problems}}" };
export const SUPERVISOR = { agent: "agent", template: "{{trigger}}" };

export function plans(tasks: readonly PlannerTask[], more: Partial<PlannerAnswer> = {}): Outcome {
  const answer = { tasks, removed_tasks: [], contract: null, cross_cutting_concerns: [], validation: [], ...more };
  return { type: "advised", role: "planner", answer };
}

export function orders(...actions: readonly Pick<SupervisorAction, "task_id" | "action">[]): Outcome {
  const answer = {
    diagnosis: "the plan is wrong",
    pattern_detected: null,
    actions: actions.map((action) => ({ ...action, reason: "nobody makes the table" })),
    recommendations: [],
    should_halt: false,
    halt_reason: null,
  };
  return { type: "advised", role: "supervisor", answer };
}

const IMPOSSIBLE = { blocked_reason: "impossible_as_specified", uncertain_about: "there is no table" } as const;

/** `a` cannot be done as it is described, `b` waits for it, `c` has nothing to do with either. */
export function blockedRun(more: Partial<Given> = {}, advisors: Settings["advisors"] = { planner: PLANNER }): Scenario {
  const tasks = ["a", { id: "b", dependsOn: ["a"] }, "c"];
  const scenario = given({ tasks, ...more, settings: { advisors, ...more.settings } });
  return scenario.up("a.1").up("c.1").quietly().ends("a.1", blocked("a", IMPOSSIBLE));
}

export const TABLE: PlannerTask = { id: "table", prompt: "Make the table." };
export const A_AFTER_TABLE: PlannerTask = { id: "a", prompt: "Use the table.", depends_on: ["table"] };

/** The planner has answered, and a person is asked. */
export function proposedRun(answer: Outcome = plans([TABLE, A_AFTER_TABLE]), more: Partial<Given> = {}): Scenario {
  return blockedRun(more).up("@planner-1.1").quietly().ends("@planner-1.1", answer);
}
