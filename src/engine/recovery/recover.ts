/**
 * What is done about a failure, whoever saw it: an attempt that failed, gates that did, a reviewer who rejects. A cause in
 * common with others comes first; then the cheapest step of the ladder; where no rule is left, somebody who thinks; then a
 * person.
 */
import { type Because, because } from "../../domain/because.ts";
import type { Failure } from "../../domain/proof/failure.ts";
import type { TaskId } from "../../domain/spec/plan.ts";
import { dependenciesOf, isFinal, type Task } from "../../domain/work/task.ts";
import { askDebugger, askSupervisor } from "../advisor/ask-advisor.ts";
import type { Context } from "../context.ts";
import { taskOf } from "../lookup.ts";
import { askWhetherCommon } from "../pattern/ask-whether-common.ts";
import { holdForPattern } from "../pattern/hold-for-pattern.ts";
import { missedInCommon } from "../pattern/missed-in-common.ts";
import { escalate } from "../question/ask.ts";
import type { State } from "../state.ts";
import { requeue } from "../task/requeue.ts";
import { stepFor } from "./choose-step.ts";
import { joinQuestion } from "./join-question.ts";
import type { Step } from "./ladder.ts";
import { endlessOf } from "./rounds.ts";
import { leaveTree, queueUp, type Stuck, takeStep } from "./take-step.ts";

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
  /** Judged again and again, it shows no end: nothing but a person's word is tried. */
  readonly isEndless?: boolean;
  /** One sentence for a supervisor that is asked. */
  readonly trigger: string;
}

export function recover(context: Context, failed: Failed): void {
  const { task, attempt, failure, found } = failed;
  const stuck: Stuck = { ...failed, work: task, noStepLeft: (why) => noRuleLeft(context, failed, why) };
  // Others were put before it while it worked: what it failed by may be what it lacks of them.
  const first = firstUnmet(context.state, task);
  if (first !== undefined) return queueUp(context, stuck, needs(failure, first), {});
  const step = stepFor(context.state, task, failure, failed);
  if (isOnItsOwn(step) && askAboutCommon(context, failed)) return leaveTree(context, stuck);
  const common = isOnItsOwn(step) ? holdForPattern(context, task, attempt) : null;
  if (common === "asked") return leaveTree(context, stuck);
  if (common) return queueUp(context, stuck, common, {});
  if (failed.isEndless) return endLoop(context, failed, step.because);
  // Where nobody is configured, or nothing comes of it, the retry goes on without.
  const otherwise = found === undefined ? null : "debugger";
  const isAsked = step.take === "retry" && askWhetherCommon(context, task, attempt, { otherwise });
  if (step.take === "retry" && found !== undefined && !isAsked) askDebugger(context, task, step.because, found);
  takeStep(context, stuck, failed.raise ? raised(step) : step);
}

/** A fix that it waits for is the pattern's business. */
function firstUnmet(state: State, task: Task): TaskId | undefined {
  const unmet = dependenciesOf(task).map((id) => taskOf(state, id));
  return unmet.find(({ met, fixes, status }) => !met && fixes === null && !isFinal(status))?.id;
}

function needs({ class: kind, subject = "", message, evidence }: Failure, task: TaskId): Because {
  return because("needs_task", { class: kind, subject, message, task }, evidence);
}

/** Several miss what a task that has not begun may be there to make: a supervisor that knows the plan is asked which. */
function askAboutCommon(context: Context, { task, attempt, ended, report }: Failed): boolean {
  const common = missedInCommon(context.state, task, attempt);
  if (common === null || !askSupervisor(context, task, common, "Several tasks fail for the same reason.")) return false;
  const restart = { because: common, reached: ended?.activity ?? null, ...(report !== undefined && { report }) };
  requeue(context, task, "queue", { because: common, restart });
  return true;
}

/** Steps that would work on this one failure alone, where a common cause must be looked for first. */
function isOnItsOwn(step: Step): boolean {
  return step.take === "retry" || step.take === "escalate";
}

/** A higher tier would be handed the same, where how the work was handed over is at fault. */
function raised(step: Step): Step {
  return step.take === "retry" && step.because.rule !== "pipeline_cause" ? { ...step, take: "retry_escalated" } : step;
}

/** Whoever was not asked about it yet may say what else can be done than one more try; then it is a person's. */
function endLoop(context: Context, failed: Failed, why: Because): void {
  const endless = endlessOf(failed.task, why);
  if (failed.task.advised > 0) return escalate(context, { tasks: [failed.task.id], because: endless });
  noRuleLeft(context, failed, endless);
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
