/**
 * What is true of a run after every step: nobody waits for what is decided, nothing is asked in vain, a run that spent or
 * failed too much is halted, one that works has its tree, and one with nothing left to do comes to its end.
 */
import { isFinal, WORK_STATUSES } from "../../domain/work/work.ts";
import { dropIdleQuestions } from "../account/decide.ts";
import { halt, haltAndAsk, tooManyFailed } from "../brake/halt.ts";
import { overBudget } from "../budget/over-budget.ts";
import type { Context } from "../context.ts";
import type { Event } from "../event.ts";
import { askChecker, resolveNextFinding } from "../merge/checking-whole.ts";
import { liftFreeze } from "../merge/coherence.ts";
import { needsCheck } from "../merge/jobs.ts";
import { dropUnawaited } from "../replan/decide.ts";
import type { State } from "../state.ts";
import { withdrawQuestions } from "../talk/decide.ts";
import { runTree } from "../tree/run-tree.ts";
import { tellTree } from "../tree/supervise.ts";

export function afterStep(context: Context): void {
  const { state } = context;
  dropUnawaited(context);
  liftFreeze(context);
  withdrawQuestions(context);
  dropIdleQuestions(context);
  brake(context);
  const { run } = state;
  if (run.phase === "stopping" && state.attempts.live.size === 0) {
    const isOrder = run.because?.rule === "run_stopped";
    context.emit({ type: "run_stopped", phase: isOrder ? "stopped" : "halted" });
  }
  if (run.phase === "working" && state.tree.root === null) plantTree(context);
  const isOpen = run.phase === "working" || run.phase === "paused";
  if (isOpen && isIdle(state)) endRun(context);
}

function brake(context: Context): void {
  const { state } = context;
  if (nothingIsLeft(state)) return;
  const spent = overBudget(state.settings.budgets, state.spending.usage);
  if (spent) halt(context, spent);
  const many = context.events.some(isLoss) ? tooManyFailed(state) : null;
  if (many) haltAndAsk(context, many);
}

/** What an agent at work asks costs nobody anything yet. */
function isLoss(event: Event): boolean {
  return event.type === "task_given_up" || (event.type === "question_asked" && event.question.kind !== "agent");
}

/** Not before the integrated whole was looked at, where that can show anything new, and what was found is decided. */
function endRun(context: Context): void {
  const { state } = context;
  if (state.run.check === "due" || state.questions.open.size > 0) return;
  if (askChecker(context) || resolveNextFinding(context)) return plantTree(context);
  if (state.run.check === "not_due" && needsCheck(state)) return context.emit({ type: "run_checking" });
  const failed = state.derived.counts.given_up > 0 || state.run.check === "red" || state.merge.coherence.unsettled;
  context.emit({ type: "run_ended", verdict: failed ? "failed" : "done" });
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
