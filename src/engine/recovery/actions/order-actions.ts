/**
 * A supervisor wants the order changed: another task first, then this one, or this one next. Whom it does not name is
 * found from the failure, the debugger's suspicion, its own words. What is not done is waited for; what was done in the
 * meantime is there; only what was there and wrong is worked again.
 */
import { type Because, because } from "../../../domain/because.ts";
import type { SupervisorAction, SupervisorAnswer } from "../../../domain/work/role-answers.ts";
import { dependenciesOf, isFinal, type Task } from "../../../domain/work/task.ts";
import type { Context } from "../../context.ts";
import { taskOf } from "../../lookup.ts";
import type { State } from "../../state.ts";
import { dependsOn } from "../../task/ends.ts";
import { putFirst } from "../../task/put-first.ts";
import { requeue } from "../../task/requeue.ts";
import { hasTriesLeft } from "../rework.ts";
import { asWaiting, isWaiting, takeStep, usedUp, waitFor } from "../take-step.ts";
import { upstreamFor } from "./upstream-for.ts";

/** Upstream first, then the task. */
export function retryDependency(
  context: Context,
  task: Task,
  why: Because,
  action: SupervisorAction,
  answer: SupervisorAnswer,
): string | null {
  const { state } = context;
  if (isFinal(task.status)) return `${task.id} has ended`;
  const upstream = upstreamFor(state, task, action, answer);
  if (!upstream) return nobodyFor(state, task, action);
  return after(context, task, upstream, why);
}

/** After whom it names or what it fails by shows; and where there is nobody and it has not begun: before all others. */
export function reorder(
  context: Context,
  task: Task,
  why: Because,
  action: SupervisorAction,
  answer: SupervisorAnswer,
): string | null {
  const { state } = context;
  if (isFinal(task.status)) return task.status === "done" ? null : `${task.id} has ended`;
  const upstream =
    action.upstream !== undefined || hasFailed(task) ? upstreamFor(state, task, action, answer) : undefined;
  if (upstream) return after(context, task, upstream, why);
  if (action.upstream !== undefined || hasFailed(task)) return nobodyFor(state, task, action);
  putFirst(context, task, why);
  return null;
}

/** Only others were told to run next: this one, which led to it, waits for the first of them. False: there is none. */
export function waitForHurried(context: Context, task: Task, taken: readonly SupervisorAction[]): boolean {
  if (!hasFailed(task)) return false;
  return taken.some(({ action, task_id: id, reason, upstream }) => {
    const first = context.state.tasks.get(id);
    if (action !== "reorder" || upstream !== undefined || !first) return false;
    return after(context, task, first, because("advised", { role: "supervisor", reason })) === null;
  });
}

/** It was worked on and waits for what is decided about it: to run it next as it is would be a retry. */
function hasFailed(task: Task): boolean {
  return task.attempts > 0 && isWaiting(task) && task.restart !== null;
}

function nobodyFor({ tasks }: State, { id }: Task, { upstream }: SupervisorAction): string {
  if (upstream !== undefined && !tasks.has(upstream)) return `there is no task ${upstream}`;
  return `nothing says which task before ${id} is to go first`;
}

function after(context: Context, task: Task, upstream: Task, why: Because): string | null {
  const { state } = context;
  if (upstream.id === task.id) return `${task.id} cannot wait for itself`;
  if (dependsOn(state, upstream, task.id)) return `${upstream.id} waits for ${task.id} itself`;
  if (upstream.status !== "done") return waitForOpen(context, task, upstream, why);
  if (!isWaiting(task)) return `${task.id} is at work`;
  if (wasThere(state, task, upstream)) return reopen(context, task, upstream, why);
  // It is done since: what it made comes into this one's workspace now.
  const needs = needsOf(state, task, upstream, why);
  waitFor(context, task, upstream.id, needs);
  putBack(context, task, needs);
  return null;
}

function waitForOpen(context: Context, task: Task, upstream: Task, why: Because): string | null {
  if (isFinal(upstream.status)) return `${upstream.id} will not be done`;
  const needs = needsOf(context.state, task, upstream, why);
  // Said twice, it is done once.
  if (task.status === "waiting" && task.because?.rule === "needs_task" && dependenciesOf(task).includes(upstream.id))
    return null;
  waitFor(context, task, upstream.id, needs);
  putFirst(context, upstream, why);
  if (isWaiting(task)) putBack(context, task, needs);
  return null;
}

/** It had been merged, and waited for, before this one failed. */
function wasThere(state: State, task: Task, upstream: Task): boolean {
  if (!dependsOn(state, task, upstream.id)) return false;
  const failedAt = state.patterns.failures.findLast((note) => note.task === task.id)?.at ?? task.changedAt;
  return upstream.changedAt <= failedAt;
}

function reopen(context: Context, task: Task, upstream: Task, why: Because): string | null {
  const { state } = context;
  const spent = [task, upstream].find((each) => !hasTriesLeft(state, each));
  if (spent) return usedUp(state, spent);
  const says = { ...why, facts: { ...why.facts, message: why.facts["reason"] ?? "" } };
  takeStep(context, asWaiting(context, task), { take: "retry_dependency", upstream: upstream.id, because: says });
  return null;
}

/** No question is open about it any longer, and its next attempt knows why it waited. */
function putBack(context: Context, task: Task, why: Because): void {
  if (task.attempts === 0 && task.status !== "waiting_for_input") return;
  const { report, reached = null } = task.restart ?? {};
  const restart = { because: why, reached, ...(report !== undefined && { report }) };
  requeue(context, task, "queue", { because: why, restart });
}

function needsOf(state: State, task: Task, upstream: Task, why: Because): Because {
  const note = state.patterns.failures.findLast((each) => each.task === task.id);
  const facts = {
    class: note?.class ?? "unknown",
    subject: note?.subject ?? "",
    message: `${why.facts["reason"] ?? ""}`,
    task: taskOf(state, upstream.id).id,
  };
  return because("needs_task", facts, why.evidence);
}
