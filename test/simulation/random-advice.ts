/** What advisors say, by chance: sensible, senseless, or nothing that can be read. */
import type { Outcome } from "../../src/domain/outcome.ts";
import { SUPERVISOR_ACTIONS } from "../../src/domain/role-answers.ts";
import { failed } from "../../src/testing/outcomes.ts";
import type { Dice } from "./dice.ts";

export function randomAdvice(dice: Dice, advisor: string): Outcome {
  if (dice.chance(0.15)) return failed("malformed_output", "persistent");
  if (dice.chance(0.1)) return failed("crash", "transient");
  return advisor.startsWith("@debugger") ? DEBUGGED : supervised(dice);
}

const DEBUGGED: Outcome = {
  type: "advised",
  role: "debugger",
  answer: {
    failure_classification: "test_failure",
    root_cause: "it is wrong",
    root_cause_location: null,
    fix: { description: "mend it", changes: [] },
    out_of_scope: [],
    upstream_dependency: null,
    confidence: "low",
    confidence_reason: "",
  },
};

function supervised(dice: Dice): Outcome {
  const task = () => `t${dice.int(0, 8)}`;
  const actions = Array.from({ length: dice.int(0, 3) }, () => ({
    task_id: task(),
    action: dice.pick(SUPERVISOR_ACTIONS),
    reason: "so it seems",
    upstream: task(),
  }));
  const pattern = { description: "one cause", affected_tasks: [task(), task()], root_cause: "something is missing" };
  return {
    type: "advised",
    role: "supervisor",
    answer: {
      diagnosis: "who knows",
      pattern_detected: dice.chance(0.3) ? pattern : null,
      actions,
      recommendations: [],
      should_halt: dice.chance(0.05),
      halt_reason: null,
    },
  };
}
