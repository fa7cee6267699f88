/**
 * What is true of a run after every step: nobody waits for what is decided, nothing is asked in vain, a run that spent or
 * failed too much is halted, one that works has its tree, and one with nothing left to do comes to its end.
 */
import type { Because } from "../../domain/because.ts";
import { isFinal, WORK_STATUSES } from "../../domain/work/work.ts";
import { dropIdleQuestions } from "../account/decide.ts";
import { halt, haltAndAsk } from "../brake/halt.ts";
import { wakePaused } from "../brake/pausing.ts";
import { reasonToBrake } from "../brake/reasons.ts";
import { resumeSpent } from "../brake/settle-spent.ts";
import { stopSpentParts } from "../brake/spent-parts.ts";
import { capOver, tooFast } from "../budget/caps.ts";
import { runOverBudget } from "../budget/over-budget.ts";
import { warnOfSpending } from "../budget/warn.ts";
import type { Context } from "../context.ts";
import { guardGrowth } from "../growth/guard.ts";
import { askChecker, resolveNextFinding } from "../merge/checking-whole.ts";
import { liftFreeze } from "../merge/coherence.ts";
import { needsCheck } from "../merge/jobs.ts";
import { dropIdleEndpoints } from "../network/decide.ts";
import { dropUnawaited } from "../replan/decide.ts";
import type { State } from "../state.ts";
import { withdrawQuestions } from "../talk/decide.ts";
import { runTree } from "../tree/run-tree.ts";
import { tellTree } from "../tree/supervise.ts";
import { dropUnneeded } from "./unready.ts";

export function afterStep(context: Context): void {
  const { state } = context;
  dropUnawaited(context);
  liftFreeze(context);
  withdrawQuestions(context);
  dropIdleQuestions(context);
  dropIdleEndpoints(context);
  guardGrowth(context);
  dropUnneeded(context);
  brake(context);
  const { run } = state;
  if (run.phase === "stopping" && state.attempts.live.size === 0) {
    // Whoever opened it meanwhile resumes it by that, but not beyond what may be used.
    const spent = run.reopen ? spentBy(context) : null;
    if (spent) context.emit({ type: "run_stopping", because: spent });
    const isOrder = run.because?.rule === "run_stopped";
    context.emit({ type: "run_stopped", phase: isOrder ? "stopped" : "halted" });
  }
  if (run.phase === "working" && state.tree.root === null) plantTree(context);
  const isOpen = run.phase === "working" || run.phase === "paused";
  if (isOpen && isIdle(state)) endRun(context);
}

function brake(context: Context): void {
  const { state } = context;
  warnOfSpending(context);
  if (nothingIsLeft(state)) return;
  const spent = spentBy(context);
  if (spent) halt(context, spent);
  // A new day, or a limit of the machine that was raised, lets a run go on whose Reeve has stayed.
  else if (context.events.some(({ type }) => type === "spent_elsewhere")) resumeSpent(context);
  stopSpentParts(context);
  const fire = context.events.some(({ type }) => type === "attempt_progressed" || type === "attempt_ended");
  const fast = fire ? tooFast(state, context.at) : null;
  if (fast) haltAndAsk(context, fast);
  const reason = reasonToBrake(state, context.events);
  if (reason) haltAndAsk(context, reason);
  else if (state.brake.staged && context.events.some(({ type }) => type === "task_done"))
    context.emit({ type: "release_completed" });
  wakePaused(context);
}

function spentBy({ state, at }: Context): Because | null {
  return runOverBudget(state) ?? capOver(state, at);
}

/** Not before the integrated whole was looked at, where that can show anything new, and what was found is decided. */
function endRun(context: Context): void {
  const { state } = context;
  if (state.run.check === "due" || state.questions.open.size > 0) return;
  if (askChecker(context) || resolveNextFinding(context)) {
    plantTree(context);
    // What was just asked for may be beyond what the run may grow by, and then it waits for a person or is done without.
    guardGrowth(context);
    if (isIdle(state)) endRun(context);
    return;
  }
  if (state.run.check === "not_due" && needsCheck(state)) return context.emit({ type: "run_checking" });
  const { given_up: givenUp, skipped } = state.derived.counts;
  const failed = givenUp > 0 || state.run.check === "red" || state.merge.coherence.unsettled;
  context.emit({ type: "run_ended", verdict: failed || (skipped > 0 && wasAborted(state)) ? "failed" : "done" });
}

/** What a person skips is accepted; where a checkpoint is aborted, the work did not come to its end. */
function wasAborted({ tasks }: State): boolean {
  for (const { status, because } of tasks.values())
    if (status === "skipped" && because?.rule === "aborted") return true;
  return false;
}

function plantTree(context: Context): void {
  const { state } = context;
  if (nothingIsLeft(state) || state.tree.root !== null || state.run.phase !== "working") return;
  context.emit({ type: "tree_planted", spec: runTree(state.settings, state.plan.gangs) });
  tellTree(context, { type: "boot" });
}

function isIdle(state: State): boolean {
  return state.attempts.live.size === 0 && nothingIsLeft(state) && state.replans.open.size === 0;
}

function nothingIsLeft({ derived: { counts }, advisors }: State): boolean {
  for (const status of WORK_STATUSES) if (!isFinal(status) && counts[status] > 0) return false;
  for (const { status } of advisors.asked.values()) if (!isFinal(status)) return false;
  return true;
}
