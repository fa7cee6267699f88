/**
 * Between work and the tree: tells the tree what ended, and turns what the tree wants into attempts. Who is restarted with
 * whom is decided in `supervision/`; what a failure means, in `recovery/`. Neither is decided here.
 */

import { type Because, because } from "../../domain/because.ts";
import { never } from "../../domain/bug.ts";
import type { RestartPolicy } from "../../domain/spec/config.ts";
import type { EndReason, TreeAction, TreeFact, TreeMessage, TreePath } from "../../domain/tree/tree.ts";
import type { Advisor } from "../../domain/work/advisor.ts";
import type { Attempt } from "../../domain/work/attempt.ts";
import type { Task } from "../../domain/work/task.ts";
import { refOf, type Work } from "../../domain/work/work.ts";
import { startAttempt } from "../attempt/start-attempt.ts";
import type { Context } from "../context.ts";
import { attemptOf, findWork, treeOf, workOf } from "../lookup.ts";
import { restartsInWindow } from "../supervision/intensity.ts";
import { stepTree } from "../supervision/step.ts";
import { IN_TREE } from "../task/slots.ts";
import { foldFact } from "./evolve.ts";
import { monitorOfPath } from "./monitors.ts";
import { gangOfPath, parentOf, workOfPath } from "./run-tree.ts";

type Of<T extends TreeAction["type"]> = Extract<TreeAction, { type: T }>;

/** Hands the tree a message and does what it asks until it asks no more. */
export function tellTree(context: Context, first: TreeMessage): void {
  const tree = treeOf(context.state);
  // The fold itself, fact by fact: the tree sees what it has decided before it goes on.
  const apply = (fact: TreeFact) => foldFact(tree, fact);
  const messages: TreeMessage[] = [first];
  for (let message = messages.shift(); message; message = messages.shift()) {
    const { facts, actions } = stepTree(tree, message, context.at, context.dice, apply);
    if (facts.length > 0) context.record({ type: "tree_changed", facts });
    for (const action of actions) messages.push(...perform(context, action));
  }
}

/**
 * A task that left the tree, for a lost host or a limit, is supervised by somebody new when it comes back. What was counted
 * before counts on: else crash, loss, crash, loss would go on for ever, each supervisor seeing its first crash.
 */
export function countOn(context: Context, work: Work, { withinS, restarts }: RestartPolicy): void {
  const times = work.restartedAt ?? [];
  if (work.path === null || times.length === 0) return;
  const kept = restartsInWindow(times, context.at, withinS, restarts);
  const path = parentPath(work.path);
  const facts = times.slice(times.length - kept).map((at, index) => counted(path, at, index));
  if (facts.length === 0) return;
  for (const fact of facts) foldFact(treeOf(context.state), fact);
  context.record({ type: "tree_changed", facts });
}

function counted(path: TreePath, at: number, kept: number): TreeFact {
  return { type: "restart_counted", path, at, kept };
}

/** The attempt ended and the tree restarts it within its intensity, or gives up. */
export function failInTree(context: Context, { path, incarnation }: Attempt): void {
  tellTree(context, { type: "ended", path, incarnation, reason: "error" });
}

/** The attempt ended because it was stopped. */
export function stoppedInTree(context: Context, { path, incarnation }: Attempt): void {
  tellTree(context, { type: "ended", path, incarnation, reason: "shutdown" });
}

/** The attempt ended and the tree has no more to do with its work. */
export function dropFromTree(context: Context, attempt: Attempt, work: Task | Advisor, reason: EndReason): void {
  tellTree(context, { type: "ended", path: attempt.path, incarnation: attempt.incarnation, reason });
  if (work.spec.gang !== undefined) tellTree(context, forgetMessage(attempt.path, work.id));
}

/** The attempt ended and its gang starts it again in its old place, uncounted. */
export function restartInTree(context: Context, attempt: Attempt, task: Task): void {
  stoppedInTree(context, attempt);
  tellTree(context, { type: "call", ref: null, call: { do: "restart_child", parent: parentOf(task), id: task.id } });
}

function perform(context: Context, action: TreeAction): TreeMessage[] {
  switch (action.type) {
    case "start":
      return onStart(context, action);
    case "stop":
      return onStop(context, action);
    case "restart_scheduled":
      context.emit({ ...action, of: workOfPath(action.path) });
      return [];
    case "gave_up":
      onGaveUp(context, action);
      return [];
    case "reply":
    case "noted":
      return [];
    default:
      return never(action, "tree action");
  }
}

/** Starting cannot fail here: an agent that does not come up ends, and that end is judged like any other. */
function onStart(context: Context, { path, incarnation }: Of<"start">): TreeMessage[] {
  const ref = workOfPath(path);
  if (ref === null) return [{ type: "started", path, incarnation }];
  const work = workOf(context.state, ref);
  if (work.status === "ready" || IN_TREE.has(work.status)) {
    startAttempt(context, work, path, incarnation);
    return [{ type: "started", path, incarnation }];
  }
  // Skipped, done or asked about since the tree planned this start: it declines, which is no failure.
  const { id } = work;
  context.emit({ type: "left_tree", ...refOf(work) });
  return [{ type: "start_ignored", path, incarnation }, forgetMessage(path, id)];
}

function onStop(context: Context, { path, incarnation }: Of<"stop">): TreeMessage[] {
  const ref = workOfPath(path);
  const attemptId = ref === null ? null : (findWork(context.state, ref)?.attempt ?? null);
  const ended: TreeMessage = { type: "ended", path, incarnation, reason: "shutdown" };
  if (attemptId === null) return [ended];
  const attempt = attemptOf(context.state, attemptId);
  if (attempt.phase === "stopping") return [];
  context.emit({ type: "attempt_stopping", attempt: attempt.id, because: whyStopped(context, path) });
  return [];
}

function whyStopped(context: Context, path: TreePath): Because {
  const { run } = context.state;
  if (run.phase === "stopping") return run.because ?? because("run_stopped");
  return because("group_restart", { gang: gangOfPath(parentPath(path)) ?? "project" });
}

/** What becomes of those it had is decided by whoever follows this. */
function onGaveUp(context: Context, { path, restarts, intensity, periodS, lastFailed }: Of<"gave_up">): void {
  const ref = workOfPath(lastFailed);
  const monitor = ref === null ? monitorOfPath(lastFailed) : null;
  const last = ref === null ? null : (findWork(context.state, ref)?.because ?? null);
  const failed = ref === null ? (monitor ?? lastFailed) : (ref.task ?? ref.advisor);
  const trouble = monitor === null ? undefined : context.state.tree.monitors?.[monitor]?.message;
  const facts = { restarts: restarts.length, intensity, within_s: periodS, failed };
  const what = trouble === undefined ? messageOf(last) : { message: trouble };
  const why = because("intensity_exceeded", { ...what, ...facts }, last?.evidence);
  context.emit({ type: "supervisor_gave_up", path, last: ref, because: why });
}

/** What the last straw was, for whoever has to decide now. */
function messageOf(last: Because | null): Because["facts"] {
  const { message, class: kind } = last?.facts ?? {};
  return message === undefined || kind === undefined ? {} : { message, class: kind };
}

/** Takes a child that no longer runs out of its supervisor: out of a gang by id, out of a pool with its small supervisor. */
function forgetMessage(path: TreePath, id: string): TreeMessage {
  const parent = parentPath(path);
  const pool = parent.indexOf("#");
  if (pool < 0) return { type: "call", ref: null, call: { do: "delete_child", parent, id } };
  return {
    type: "call",
    ref: null,
    call: { do: "terminate_child", parent: parent.slice(0, pool), id: parent.slice(pool) },
  };
}

function parentPath(path: TreePath): TreePath {
  return path.slice(0, path.lastIndexOf("/"));
}
