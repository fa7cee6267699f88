/**
 * What several miss is made by a task of the plan that is not done: they wait for that one, and no fix competes with it. And
 * how whoever waits is called back from whatever it does.
 */
import { type Because, because } from "../../domain/because.ts";
import type { TaskId } from "../../domain/spec/plan.ts";
import type { Task } from "../../domain/work/task.ts";
import type { Context } from "../context.ts";
import { taskOf } from "../lookup.ts";
import { requeue } from "../task/requeue.ts";
import { asMaker, makerOfLatest } from "./who-makes.ts";

/** A task of the plan makes what they miss: they wait for that, and no fix competes with it. Null: there is none. */
export function waitForOwner(context: Context, members: readonly TaskId[], why: Because | null): Because | null {
  const { state } = context;
  const owners = members.map((id) => makerOfLatest(state, taskOf(state, id)));
  const owner = owners.find((each) => each !== null && !each.isDone)?.task;
  if (owner === undefined) return null;
  const note = state.patterns.failures.findLast(({ task }) => members.includes(task));
  const facts = { class: note?.class ?? "unknown", subject: note?.subject ?? "", task: owner };
  const message = why?.facts["reason"] ?? note?.text.split("\n")[0] ?? "";
  const needs = because("needs_task", { ...facts, message }, why?.evidence ?? []);
  for (const id of members) {
    if (asMaker(state, taskOf(state, id), owner) === null) continue;
    context.emit({ type: "dependency_added", task: id, on: owner, because: needs });
    callBack(context, taskOf(state, id), needs);
  }
  return needs;
}

/** Asked about, its question is answered by the fix; at work, it is stopped where the policy says so. */
export function callBack(context: Context, task: Task, why: Because): void {
  const { state } = context;
  if (task.status === "waiting_for_input")
    return requeue(context, task, "queue", { because: why, restart: { because: why, reached: null } });
  const attempt = task.attempt === null ? undefined : state.attempts.live.get(task.attempt);
  if (state.settings.policies.patterns.running === "stop" && attempt && attempt.phase !== "stopping")
    context.emit({ type: "attempt_stopping", attempt: attempt.id, because: why });
}
