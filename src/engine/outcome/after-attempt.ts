/**
 * What follows from the end of an attempt: work that says it is done is proved, an advisor's answer is taken, a failure is
 * recovered from, what was stopped or lost is started again. Then the tree hears of it.
 */

import { because } from "../../domain/because.ts";
import { never } from "../../domain/bug.ts";
import type { Failure } from "../../domain/proof/failure.ts";
import type { Unready } from "../../domain/tree/unready.ts";
import type { Advisor } from "../../domain/work/advisor.ts";
import type { Attempt } from "../../domain/work/attempt.ts";
import type { Outcome } from "../../domain/work/outcome.ts";
import type { Task } from "../../domain/work/task.ts";
import type { Unreached } from "../../domain/work/unreached.ts";
import { restartAfter } from "../attempt/telling/restart-after.ts";
import { gangOver } from "../budget/caps.ts";
import { runOverBudget } from "../budget/over-budget.ts";
import type { Context } from "../context.ts";
import type { EventOf } from "../event.ts";
import { findWork } from "../lookup.ts";
import { factsOf, holdEndpoint, machineLack } from "../network/decide.ts";
import { needsProof } from "../proof/needs-proof.ts";
import { escalate } from "../question/ask.ts";
import { alsoUnready, unreadyBecause } from "../question/unready.ts";
import { onBlocked } from "../recovery/blocked.ts";
import { stepFor } from "../recovery/choose-step.ts";
import { type Step, triedOf } from "../recovery/ladder.ts";
import { recover } from "../recovery/recover.ts";
import { leaveTree, queueUp, type Stuck, takeStep, takeUp } from "../recovery/take-step.ts";
import { LOST_ATTEMPTS, uncountedMaxOf } from "../settings.ts";
import { requeue } from "../task/requeue.ts";
import { IN_TREE } from "../task/slots.ts";
import { dropFromTree, stoppedInTree } from "../tree/supervise.ts";
import { adviceFailed, takeAdvice } from "./after-advice.ts";
import { afterCut } from "./after-cut.ts";

export function afterAttempt(context: Context, event: EventOf<"attempt_ended">): void {
  const attempt = context.ended.get(event.attempt);
  const work = findWork(context.state, event);
  if (!attempt || !work) return;
  const { outcome } = event;
  // Its work was skipped, given up or asked about meanwhile: only the tree still waits for this end.
  const isWanted = IN_TREE.has(work.status) || work.status === "verifying";
  if (!isWanted) dropFromTree(context, attempt, work, "shutdown");
  else if (attempt.stopBecause !== null && outcome.type === "stopped") stopped(context, attempt, work);
  else if (event.unready) waitsForReadiness(context, attempt, work, event.unready);
  else {
    const unreached = event.unreached ?? lackIn(context, outcome);
    if (unreached && waitsForNetwork(context, attempt, work, unreached)) return;
    decide(context, attempt, work, outcome);
  }
}

/** What this machine lacked, so that it could not even begin. */
function lackIn({ state }: Context, outcome: Outcome): Unreached | null {
  return outcome.type === "failed" ? machineLack(state, outcome.failure) : null;
}

function decide(context: Context, attempt: Attempt, work: Task | Advisor, outcome: Outcome): void {
  switch (outcome.type) {
    case "done":
      if (work.kind === "task") saysDone(context, work);
      return dropFromTree(context, attempt, work, "normal");
    case "advised":
      if (work.kind === "advisor") takeAdvice(context, work, outcome);
      return dropFromTree(context, attempt, work, "normal");
    case "blocked":
      if (work.kind === "task") onBlocked(context, work, attempt.id, outcome.result);
      return dropFromTree(context, attempt, work, "shutdown");
    case "failed":
      return failed(context, attempt, work, outcome.failure);
    case "stopped":
      return refusedForMoney(context, attempt, work);
    case "lost":
      return lost(context, attempt, work, outcome);
    default:
      return never(outcome, "outcome");
  }
}

/** It fell over a limit that it shares before Reeve had stopped it. */
function refusedForMoney(context: Context, attempt: Attempt, work: Task | Advisor): void {
  const { state, at } = context;
  const stuck = stuckBy(context, attempt, work);
  const ofGang = gangOver(state, work.spec.gang, at);
  if (ofGang !== null) return queueUp(context, stuck, ofGang, { free: true, stopped: true });
  takeUp(context, stuck, runOverBudget(state) ?? because("host_lost"), { free: true });
}

/** Where there is something to prove, it leaves the tree as it is: Reeve looks at it now, no agent does. */
function saysDone({ state, emit }: Context, task: Task): void {
  emit(needsProof(state, task.spec) ? { type: "left_tree", task: task.id } : { type: "task_done", task: task.id });
}

function failed(context: Context, attempt: Attempt, work: Task | Advisor, failure: Failure): void {
  const why = attempt.stopBecause;
  if (work.kind === "task" && why?.rule === "cut") return afterCut(context, attempt, work, failure, why);
  if (work.kind === "task")
    return recover(context, { task: work, attempt: attempt.id, failure, ended: attempt, trigger: "A task failed." });
  const stuck = { ...stuckBy(context, attempt, work), failure };
  const step = stepFor(context.state, work, failure);
  takeStep(context, stuck, isAskedAgain(work, step) ? step : { take: "escalate", because: step.because });
}

/** An advisor is no work to be recovered: it may be waited for, or asked the same once more, and is done without then. */
function isAskedAgain(advisor: Advisor, { take }: Step): boolean {
  if (take === "hold_account") return true;
  return (take === "same_input" || take === "restart") && triedOf(advisor).attempts < 2;
}

/** What it needs cannot be reached: it waits for that with all the others, and none of it counts. False: it does not. */
function waitsForNetwork(context: Context, attempt: Attempt, work: Task | Advisor, unreached: Unreached): boolean {
  if (!holdEndpoint(context, unreached, work)) return false;
  const { endpoint, detail } = unreached;
  const stuck = stuckBy(context, attempt, work);
  const count = (work.counts.uncounted ?? 0) + 1;
  const facts = factsOf(endpoint, detail);
  if (count < uncountedMaxOf(context.state.settings.policies, work.kind))
    queueUp(context, stuck, because("unreachable", facts), { free: true });
  else {
    stuck.noStepLeft(because("unreachable_too_often", { ...facts, count }));
    leaveTree(context, stuck);
  }
  return true;
}

/** Nothing was started: it waits with all others of its agent until a person has seen to it, and none of it counts. */
function waitsForReadiness(
  context: Context,
  attempt: Attempt,
  work: Task | Advisor,
  unready: readonly Unready[],
): void {
  const stuck = stuckBy(context, attempt, work);
  const [lack] = unready;
  const why = lack ? unreadyBecause(lack, 1) : because("not_ready");
  const count = (work.counts.uncounted ?? 0) + 1;
  if (count >= uncountedMaxOf(context.state.settings.policies, work.kind)) {
    stuck.noStepLeft(why);
    return leaveTree(context, stuck);
  }
  queueUp(context, stuck, why, { free: true });
  alsoUnready(context, unready);
}

/** Costs nothing, as long as it does not happen to the same work again and again; what befalls all may do so longer. */
function lost(
  context: Context,
  attempt: Attempt,
  work: Task | Advisor,
  outcome: Extract<Outcome, { type: "lost" }>,
): void {
  const { evidence, outage = false } = outcome;
  const { policies } = context.state.settings;
  const count = work.counts.lost + (outage ? 0 : 1);
  const limit = policies.lostAttempts ?? LOST_ATTEMPTS;
  const stuck = stuckBy(context, attempt, work);
  const inAll = (work.counts.uncounted ?? 0) + 1;
  const inAllMax = uncountedMaxOf(policies, work.kind);
  if (inAll < inAllMax && (outage || count < limit))
    return takeUp(context, stuck, because("host_lost", {}, evidence), { free: true, lost: outage ? 0 : 1 });
  const facts = outage || count < limit ? { count: inAll, limit: inAllMax } : { count, limit };
  stuck.noStepLeft(because("lost_too_often", facts, evidence));
  leaveTree(context, stuck);
}

/** The tree, or the end of the run, stopped it; it did nothing wrong. */
function stopped(context: Context, attempt: Attempt, work: Task | Advisor): void {
  const why = attempt.stopBecause ?? because("run_stopped");
  const isRunStopping = context.state.run.phase === "stopping";
  // The rest of the run, and of its tree, is not stopped by it.
  if (why.rule === "fix_root_cause" || (why.rule === "budget_exceeded" && !isRunStopping))
    return queueUp(context, stuckBy(context, attempt, work), why, { free: true, stopped: true });
  const via = why.rule === "group_restart" ? "tree" : "queue";
  requeue(context, work, via, {
    because: why,
    restart: restartAfter(attempt, why),
    cost: { free: true, stopped: true },
  });
  stoppedInTree(context, attempt);
}

/** An advisor is only done without; what a task fails by for good is a person's. */
function stuckBy(context: Context, ended: Attempt, work: Task | Advisor): Stuck {
  return {
    work,
    ended,
    noStepLeft: (why) =>
      work.kind === "advisor"
        ? adviceFailed(context, work, why)
        : escalate(context, { tasks: [work.id], because: why }),
  };
}
