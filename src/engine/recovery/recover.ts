/**
 * What is done about a failure, whoever saw it: an attempt that failed, gates that did, a reviewer who rejects. A cause in
 * common with others comes first; then the cheapest step of the ladder; where no rule is left, somebody who thinks; then a
 * person.
 */
import type { Because } from "../../domain/because.ts";
import type { Failure } from "../../domain/proof/failure.ts";
import type { Task } from "../../domain/work/task.ts";
import { askAdvisor, askSupervisor } from "../advisor/ask-advisor.ts";
import { debuggerValues } from "../advisor/what-to-tell.ts";
import type { Context } from "../context.ts";
import { holdForPattern } from "../pattern/hold-for-pattern.ts";
import { escalate } from "../question/ask.ts";
import { requeue } from "../task/requeue.ts";
import { stepFor } from "./choose-step.ts";
import { joinQuestion } from "./join-question.ts";
import type { Step } from "./ladder.ts";
import { queueUp, type Stuck, takeStep } from "./take-step.ts";

export interface Failed extends Omit<Stuck, "work" | "noStepLeft" | "failure"> {
  readonly task: Task;
  /** Whose failure was noted. */
  readonly attempt: string;
  readonly failure: Failure;
  /** Files it changed, as far as they are known. */
  readonly touched?: readonly string[];
  /** What was found, for a debugger; absent: none is asked. */
  readonly found?: string;
  /** The work itself is wrong, and the next tier is to do it. */
  readonly raise?: boolean;
  /** One sentence for a supervisor that is asked. */
  readonly trigger: string;
}

export function recover(context: Context, failed: Failed): void {
  const { task, attempt, failure, touched, found } = failed;
  const stuck: Stuck = { ...failed, work: task, noStepLeft: (why) => noRuleLeft(context, failed, why) };
  const step = stepFor(context.state, task, failure, touched);
  const common = isOnItsOwn(step) ? holdForPattern(context, task, attempt) : null;
  if (common) return queueUp(context, stuck, common, {});
  // Where nobody is configured, or nothing comes of it, the retry goes on without.
  if (step.take === "retry" && found !== undefined) {
    const request = { role: "debugger", about: task.id, because: step.because } as const;
    askAdvisor(context, request, debuggerValues(context.state, task, found));
  }
  takeStep(context, stuck, failed.raise ? raised(step) : step);
}

/** Steps that would work on this one failure alone, where a common cause must be looked for first. */
function isOnItsOwn(step: Step): boolean {
  return step.take === "retry" || step.take === "escalate";
}

/** A higher tier would be handed the same, where how the work was handed over is at fault. */
function raised(step: Step): Step {
  return step.take === "retry" && step.because.rule !== "pipeline_cause" ? { ...step, take: "retry_escalated" } : step;
}

/** The rules are at their end. */
function noRuleLeft(context: Context, { task, ended, report, trigger }: Failed, why: Because): void {
  if (joinQuestion(context, task, why)) return;
  if (askSupervisor(context, task, why, trigger)) {
    const restart = { because: why, reached: ended?.activity ?? null, ...(report !== undefined && { report }) };
    return requeue(context, task, "queue", { because: why, restart });
  }
  escalate(context, { tasks: [task.id], because: why });
}
