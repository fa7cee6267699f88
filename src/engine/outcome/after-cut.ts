/**
 * What follows when a person has ended an attempt: one more that is told why, with a higher model where that is configured,
 * as long as the lineage has retries left and the budgets room; then the person is asked. No common cause is looked for and
 * no advisor asked: the person has said what was wrong.
 */
import { type Because, because } from "../../domain/because.ts";
import type { Failure } from "../../domain/proof/failure.ts";
import type { Attempt } from "../../domain/work/attempt.ts";
import type { Task } from "../../domain/work/task.ts";
import { canRaise } from "../budget/tiers.ts";
import type { Context } from "../context.ts";
import { escalate } from "../question/ask.ts";
import { affordable } from "../recovery/choose-step.ts";
import type { Step } from "../recovery/ladder.ts";
import { takeStep } from "../recovery/take-step.ts";
import type { State } from "../state.ts";
import { hasRetryLeft } from "../task/lineage.ts";

export function afterCut(context: Context, ended: Attempt, task: Task, failure: Failure, why: Because): void {
  const { state } = context;
  const stuck = {
    work: task,
    ended,
    failure,
    noStepLeft: (reason: Because) => escalate(context, { tasks: [task.id], because: reason }),
  };
  takeStep(context, stuck, affordable(state, task, stepAfter(state, task, failure, why)));
}

function stepAfter(state: State, task: Task, { class: kind, message }: Failure, why: Because): Step {
  const { policies, workspace } = state.settings;
  if (!hasRetryLeft(state, task))
    return {
      take: "escalate",
      because: because("retries_used_up", { class: kind, message, limit: policies.lineageRetries }),
    };
  const raises = why.facts["reason"] === "wrong" && workspace.raiseTierWhenWrong && canRaise(state.settings, task);
  return { take: raises ? "retry_escalated" : "retry", because: why };
}
