/**
 * The one interpreter of recovery steps: whoever chose one, the ladder after a failed attempt, failed gates or a reviewer's
 * no, or a supervisor by its advice, it is taken here and nowhere else.
 */
import { type Because, because } from "../../domain/because.ts";
import { never } from "../../domain/bug.ts";
import type { Failure } from "../../domain/proof/failure.ts";
import type { TaskId } from "../../domain/spec/plan.ts";
import type { Advisor } from "../../domain/work/advisor.ts";
import type { Attempt, Restart } from "../../domain/work/attempt.ts";
import type { Task } from "../../domain/work/task.ts";
import { holdAccount } from "../account/decide.ts";
import { seenAlso } from "../causes/failure-name.ts";
import type { Context } from "../context.ts";
import { taskOf } from "../lookup.ts";
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
  /** What is done where no step is left. */
  readonly noStepLeft: (because: Because) => void;
}

export function takeStep(context: Context, stuck: Stuck, step: Step): void {
  const { work } = stuck;
  switch (step.take) {
    case "restart":
      return restart(context, stuck, step.because);
    case "same_input":
      return takeUp(context, stuck, step.because, { malformed: 1 }, { sameInput: true });
    case "retry":
      return takeUp(context, stuck, step.because, { retries: 1 });
    case "retry_escalated":
      return takeUp(context, stuck, step.because, { retries: 1, raised: 1 });
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

/** Another task goes first. */
export function waitFor({ emit }: Context, task: Task, first: TaskId, why: Because): void {
  emit({ type: "dependency_added", task: task.id, on: first, because: why });
}

/** A task that is done made it wrong: that one is worked again, then this one. */
export function reopenUpstream(context: Context, task: Task, id: TaskId, why: Because): void {
  const upstream = taskOf(context.state, id);
  if (upstream.status !== "done") return;
  const { facts, evidence } = why;
  const wrong = because(
    "upstream_wrong",
    { subject: "its work", class: "unknown", ...facts, dependant: task.id },
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

function restartOf({ ended, report }: Stuck, why: Because): Restart {
  return { because: why, reached: ended?.activity ?? null, ...(report !== undefined && { report }) };
}
