/**
 * The one interpreter of recovery steps: whoever chose one, the ladder after a failed attempt, failed gates or a reviewer's
 * no, or a supervisor by its advice, it is taken here and nowhere else.
 */

import { type Because, because } from "../../domain/because.ts";
import { never } from "../../domain/bug.ts";
import type { Failure } from "../../domain/proof/failure.ts";
import { isEndless } from "../../domain/proof/round.ts";
import type { TaskId } from "../../domain/spec/plan.ts";
import type { Advisor } from "../../domain/work/advisor.ts";
import type { Attempt, Restart } from "../../domain/work/attempt.ts";
import { dependenciesOf, type Task } from "../../domain/work/task.ts";
import { holdAccount } from "../account/decide.ts";
import { restartAfter } from "../attempt/telling/restart-after.ts";
import { seenAlso } from "../causes/names/failure-name.ts";
import type { Context } from "../context.ts";
import { taskOf } from "../lookup.ts";
import { escalate } from "../question/ask.ts";
import type { State } from "../state.ts";
import { type Cost, countsAfter, requeue } from "../task/requeue.ts";
import { dropFromTree, failInTree, restartInTree } from "../tree/supervise.ts";
import type { Step } from "./ladder.ts";

/** What a step is taken for. */
export interface Stuck {
  readonly work: Task | Advisor;
  /** Its attempt, where that has just ended and the tree waits to hear of it; null: the tree has nothing to do with it. */
  readonly ended: Attempt | null;
  /** By what it failed; absent: it did not, or nobody knows. */
  readonly failure?: Failure;
  /** What the next attempt is told beside the reason. */
  readonly report?: string;
  /** The answer it gave merely has the right form, by its digest; absent: nothing is wrong with that. */
  readonly refused?: string;
  /** What is done where no step is left. */
  readonly noStepLeft: (because: Because) => void;
}

export function takeStep(context: Context, stuck: Stuck, step: Step): void {
  const { work } = stuck;
  switch (step.take) {
    case "restart":
      return restart(context, stuck, step.because);
    case "same_input":
      return repair(context, stuck, step);
    case "retry":
      return takeUp(context, stuck, step.because, { retries: 1, ...refusedBy(stuck) });
    case "retry_escalated":
      return takeUp(context, stuck, step.because, { retries: 1, raised: 1, ...refusedBy(stuck) });
    case "hold_account":
      holdAccount(context, work.spec.agent, step.until, step.because);
      return queueUp(context, stuck, step.because, { free: true });
    case "reorder":
      if (work.kind === "task") waitFor(context, work, step.first, step.because);
      return queueUp(context, stuck, step.because, {}); // an edge is added once, so this ends by itself
    case "retry_dependency":
      if (work.kind === "task") reopenUpstream(context, work, step.upstream, step.because);
      return queueUp(context, stuck, step.because, { retries: 1 });
    case "escalate":
      stuck.noStepLeft(step.because);
      return leaveTree(context, stuck);
    default:
      return never(step, "step");
  }
}

/** A task gets the same input; where that brought the same answer, and always an advisor, it is told what was wrong. */
function repair(context: Context, stuck: Stuck, { because: why, isTold }: Extract<Step, { take: "same_input" }>): void {
  const cost = { malformed: 1, refused: stuck.failure?.refused ?? "" } as const;
  if (stuck.work.kind === "task" && !isTold) return takeUp(context, stuck, why, cost, { sameInput: true });
  const told = isTold ? why : { ...why, facts: { ...why.facts, told: "an advisor is asked once more" } };
  takeUp(context, { ...stuck, report: refusalReport(why) }, told, cost);
}

function refusedBy({ refused }: Stuck): Pick<Cost, "refused"> {
  return refused === undefined ? {} : { refused };
}

function refusalReport({ facts, evidence }: Because): string {
  return [`Your answer could not be used: ${facts["message"]}`, ...evidence.map((line) => `    ${line}`)].join("\n");
}

/** The tree restarts it within its intensity. Where the tree has let go of it, it is one more try. */
function restart(context: Context, stuck: Stuck, why: Because): void {
  const { work, ended, failure } = stuck;
  if (ended === null) return queueUp(context, stuck, why, { retries: 1 });
  const cost = failure ? { seen: seenAlso(work.counts, failure) } : {};
  requeue(context, work, "tree", { because: why, restart: restartOf(stuck, why), cost });
  failInTree(context, ended);
}

/** One more attempt that the tree does not count: the pool forgets it and the queue has it; a gang keeps its place. */
export function takeUp(
  context: Context,
  stuck: Stuck,
  why: Because,
  cost: Cost,
  { sameInput = false }: { readonly sameInput?: boolean } = {},
): void {
  const { work, ended } = stuck;
  const same = sameInput && ended !== null ? { sameInput: ended.briefing } : {};
  const how = { because: why, restart: restartOf(stuck, why), cost, ...same };
  if (ended === null || work.kind === "advisor" || work.spec.gang === undefined) {
    requeue(context, work, "queue", how);
    return leaveTree(context, stuck);
  }
  requeue(context, work, "tree", how);
  restartInTree(context, ended, work);
}

/** It waits in the queue for what must come first. */
export function queueUp(context: Context, stuck: Stuck, why: Because, cost: Cost): void {
  requeue(context, stuck.work, "queue", { because: why, restart: restartOf(stuck, why), cost });
  leaveTree(context, stuck);
}

export function leaveTree(context: Context, { work, ended }: Stuck): void {
  if (ended !== null) dropFromTree(context, ended, work, "shutdown");
}

/** As a failed task that the tree has nothing to do with; what was found of it before stays told. */
export function asWaiting(context: Context, task: Task): Stuck {
  const report = task.restart?.report;
  const noStepLeft = (why: Because) => escalate(context, { tasks: [task.id], because: why });
  return { work: task, ended: null, ...(report !== undefined && { report }), noStepLeft };
}

/** Nothing of it runs and nothing of it is looked at: what is decided about it counts at once. */
export function isWaiting({ status }: Task): boolean {
  return status === "ready" || status === "waiting" || status === "waiting_for_input";
}

export function usedUp({ settings: { policies } }: State, { id, rounds }: Task): string {
  if (isEndless(rounds))
    return `${id} was judged ${rounds.length} times, and that shows no end; one more try is no way out`;
  return `${id} has no retry left; its lineage may have ${policies.lineageRetries}`;
}

/** Another task goes first. */
export function waitFor({ emit }: Context, task: Task, first: TaskId, why: Because): void {
  if (dependenciesOf(task).includes(first)) return;
  emit({ type: "dependency_added", task: task.id, on: first, because: why });
}

/** A task that is done made it wrong: that one is worked again, then this one. */
function reopenUpstream(context: Context, task: Task, id: TaskId, why: Because): void {
  const upstream = taskOf(context.state, id);
  if (upstream.status !== "done") return;
  const { facts, evidence } = why;
  const wrong = because(
    "upstream_wrong",
    { class: "unknown", ...facts, subject: facts["subject"] || "its work", dependant: task.id },
    evidence,
  );
  const restart: Restart = {
    because: wrong,
    reached: null,
    ...(evidence.length > 0 && { report: evidence.join("\n") }),
  };
  const counts = countsAfter(upstream.counts, { retries: 1 });
  context.emit({ type: "task_reopened", task: upstream.id, because: wrong, restart, counts });
  waitFor(context, task, upstream.id, why);
}

function restartOf({ work, ended, report = "" }: Stuck, why: Because): Restart {
  const before = untold(work);
  const told = [report.includes(before) ? "" : before, report].filter((part) => part !== "").join("\n\n");
  return restartAfter(ended, why, told);
}

/** While somebody was asked no attempt has begun: what was found is still to be told to the next one. */
function untold({ status, restart: next }: Stuck["work"]): string {
  return status === "ready" || status === "waiting" ? (next?.report ?? "") : "";
}
