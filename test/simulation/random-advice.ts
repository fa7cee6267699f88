/** What advisors say, by chance: sensible, senseless, or nothing that can be read. */
import { COHERENT } from "../../src/domain/proof/coherence.ts";
import type { Outcome } from "../../src/domain/work/outcome.ts";
import { SUPERVISOR_ACTIONS, VERDICTS } from "../../src/domain/work/role-answers.ts";
import type { State } from "../../src/engine/state.ts";
import { failed } from "../../src/testing/outcomes.ts";
import type { Dice } from "./dice.ts";
import { randomReplan } from "./random-replan.ts";
import { randomReport } from "./random-report.ts";

export function randomAdvice(dice: Dice, state: State, advisor: string): Outcome {
  if (dice.chance(0.15)) return failed("malformed_output", "persistent");
  if (dice.chance(0.1)) return failed("crash", "transient");
  if (advisor.startsWith("@planner")) return randomReplan(dice, state, advisor);
  if (advisor.startsWith("@reviewer")) return reviewed(dice);
  if (advisor.startsWith("@coherence")) return checked(dice);
  return advisor.startsWith("@debugger") ? debugged(dice) : supervised(dice);
}

function debugged(dice: Dice): Outcome {
  const answer = {
    failure_classification: "test_failure",
    root_cause: "it is wrong",
    root_cause_location: null,
    fix: { description: "mend it", changes: [] },
    out_of_scope: [],
    upstream_dependency: dice.chance(0.4) ? `t${dice.int(0, 8)}` : null,
    confidence: "low",
    confidence_reason: "",
  } as const;
  return { type: "advised", role: "debugger", answer };
}

function reviewed(dice: Dice): Outcome {
  const verdict = dice.pick(VERDICTS);
  return { type: "advised", role: "reviewer", answer: { verdict, reasons: ["so it seems"], must_change: ["all"] } };
}

function checked(dice: Dice): Outcome {
  const tasks = ["t0", "t1", "t2", "t3"];
  const answer = dice.chance(0.5) ? randomReport(dice, tasks) : COHERENT;
  return { type: "advised", role: "coherence", answer };
}

function supervised(dice: Dice): Outcome {
  const task = () => `t${dice.int(0, 8)}`;
  const actions = Array.from({ length: dice.int(0, 3) }, () => ({
    task_id: task(),
    action: dice.pick(SUPERVISOR_ACTIONS),
    reason: dice.chance(0.3) ? `task ${task()} makes what is missing` : "so it seems",
    ...(dice.chance(0.5) && { upstream: task() }),
    ...(dice.chance(0.2) && { new_model: dice.pick(["high", "some-model", "--no model"]) }),
    ...(dice.chance(0.3) && { additional_context: "look again" }),
  }));
  const pattern = { description: "one cause", affected_tasks: [task(), task()], root_cause: "something is missing" };
  return {
    type: "advised",
    role: "supervisor",
    answer: {
      diagnosis: "who knows",
      pattern_detected: dice.chance(0.3) ? pattern : null,
      actions,
      recommendations: dice.chance(0.3) ? ["say so in the plan"] : [],
      should_halt: dice.chance(0.05),
      halt_reason: null,
    },
  };
}
