/**
 * Between tasks and the tree: tells the tree what ended, and turns what the tree wants into attempts and questions.
 * Who is restarted with whom is decided in `supervision/`; what a failure means, in `recovery/`. Neither is decided here.
 */
import type { Attempt } from "../../domain/attempt.ts";
import { type Because, because } from "../../domain/because.ts";
import { never } from "../../domain/bug.ts";
import type { TaskId } from "../../domain/plan.ts";
import type { Advises, Task } from "../../domain/task.ts";
import type { EndReason, TreeAction, TreeMessage, TreePath } from "../../domain/tree.ts";
import { startAttempt } from "../attempt/start-attempt.ts";
import type { Context } from "../context.ts";
import { attemptOf, taskOf, treeOf } from "../lookup.ts";
import { escalate } from "../question/escalate.ts";
import { stepTree } from "../supervision/step.ts";
import { IN_TREE } from "../task/slots.ts";
import { gangOfPath, parentOf, taskOfPath } from "./run-tree.ts";

type Of<T extends TreeAction["type"]> = Extract<TreeAction, { type: T }>;

/** Hands the tree a message and does what it asks until it asks no more. */
export function tellTree(context: Context, first: TreeMessage): void {
  const messages: TreeMessage[] = [first];
  for (let message = messages.shift(); message; message = messages.shift()) {
    const { facts, actions } = stepTree(treeOf(context.state), message, context.at, context.dice);
    if (facts.length > 0) context.record({ type: "tree_changed", facts });
    for (const action of actions) messages.push(...perform(context, action));
  }
}

/** The attempt ended and the tree has no more to do with its task. */
export function dropFromTree(context: Context, attempt: Attempt, task: Task, reason: EndReason): void {
  tellTree(context, { type: "ended", path: attempt.path, incarnation: attempt.incarnation, reason });
  if (task.spec.gang !== undefined) forget(context, attempt.path, task.id);
}

/** The attempt ended and its gang starts it again in its old place, uncounted. */
export function restartInTree(context: Context, attempt: Attempt, task: Task): void {
  tellTree(context, { type: "ended", path: attempt.path, incarnation: attempt.incarnation, reason: "shutdown" });
  call(context, { do: "restart_child", parent: parentOf(task.spec.role, task.spec.gang), id: task.id });
}

function perform(context: Context, action: TreeAction): TreeMessage[] {
  switch (action.type) {
    case "start":
      return onStart(context, action);
    case "stop":
      return onStop(context, action);
    case "restart_scheduled":
      context.emit({ ...action, task: taskOfPath(action.path) });
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
  const id = taskOfPath(path);
  if (id === null) return [{ type: "started", path, incarnation }];
  const task = taskOf(context.state, id);
  if (task.status === "ready" || IN_TREE.has(task.status)) {
    startAttempt(context, task, path, incarnation);
    return [{ type: "started", path, incarnation }];
  }
  // Skipped, done or asked about since the tree planned this start: it declines, which is no failure.
  context.emit({ type: "task_left_tree", task: id });
  return [{ type: "start_ignored", path, incarnation }, forgetMessage(path, id)];
}

function onStop(context: Context, { path, incarnation }: Of<"stop">): TreeMessage[] {
  const id = taskOfPath(path);
  const attemptId = id === null ? null : taskOf(context.state, id).attempt;
  const ended: TreeMessage = { type: "ended", path, incarnation, reason: "shutdown" };
  if (attemptId === null) return [ended];
  const attempt = attemptOf(context.state, attemptId);
  if (attempt.phase === "stopping") return [];
  context.emit({ type: "attempt_stopping", attempt: attempt.id, because: whyStopped(context, path) });
  return [];
}

function whyStopped(context: Context, path: TreePath) {
  const { run } = context.state;
  if (run.phase === "stopping") return run.because ?? because("run_stopped");
  return because("group_restart", { gang: gangOfPath(parentPath(path)) ?? "project" });
}

function onGaveUp(context: Context, { path, restarts, intensity, periodS, lastFailed }: Of<"gave_up">): void {
  const { state } = context;
  const failed = taskOfPath(lastFailed);
  const last = failed === null ? null : taskOf(state, failed).because;
  const facts = { restarts: restarts.length, intensity, within_s: periodS, failed: failed ?? lastFailed };
  const why = because("intensity_exceeded", { ...messageOf(last), ...facts }, last?.evidence);
  context.emit({ type: "supervisor_gave_up", path, because: why });
  const gang = gangOfPath(path);
  const advisor = failed === null ? null : taskOf(state, failed);
  if (advisor?.advises && IN_TREE.has(advisor.status)) return goOnWithout(context, advisor, advisor.advises, why);
  if (gang !== null)
    escalate(context, { tasks: tasksInTree(context, state.derived.gangTasks.get(gang) ?? []), because: why });
  else if (failed !== null) escalate(context, { tasks: tasksInTree(context, [failed]), because: why });
  else if (path === "root" && state.run.phase !== "stopping") context.emit({ type: "run_stopping", because: why });
}

/** An advisor that crashes for ever is done without; what a supervisor or a planner was to settle is a person's then. */
function goOnWithout(context: Context, advisor: Task, { role, about, because: asked }: Advises, why: Because): void {
  const message = `${why.facts["message"] ?? "it failed again and again"}`;
  context.emit({ type: "task_left_tree", task: advisor.id });
  const failed = because("advice_failed", { role, message }, why.evidence);
  context.emit({ type: "task_skipped", task: advisor.id, because: failed, dependantsGoOn: true });
  const task = context.state.tasks.get(about);
  const waits = task?.status === "ready" || task?.status === "waiting";
  if (waits && (role === "supervisor" || role === "planner")) escalate(context, { tasks: [about], because: asked });
}

/** What the last straw was, for whoever has to decide now. */
function messageOf(last: Because | null): Because["facts"] {
  const { message, class: kind } = last?.facts ?? {};
  return message === undefined || kind === undefined ? {} : { message, class: kind };
}

function tasksInTree(context: Context, ids: readonly TaskId[]): TaskId[] {
  return ids.filter((id) => IN_TREE.has(taskOf(context.state, id).status));
}

function forget(context: Context, path: TreePath, id: TaskId): void {
  tellTree(context, forgetMessage(path, id));
}

/** Takes a child that no longer runs out of its supervisor: out of a gang by id, out of a pool with its small supervisor. */
function forgetMessage(path: TreePath, id: TaskId): TreeMessage {
  const parent = parentPath(path);
  const pool = parent.indexOf("#");
  if (pool < 0) return { type: "call", ref: null, call: { do: "delete_child", parent, id } };
  return {
    type: "call",
    ref: null,
    call: { do: "terminate_child", parent: parent.slice(0, pool), id: parent.slice(pool) },
  };
}

function call(context: Context, order: Extract<TreeMessage, { type: "call" }>["call"]): void {
  tellTree(context, { type: "call", ref: null, call: order });
}

function parentPath(path: TreePath): TreePath {
  return path.slice(0, path.lastIndexOf("/"));
}
