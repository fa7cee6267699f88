/** A debugger says whose work is missing: the task waits for that one, where it can, and the retry it was to have is not counted. */
import { because } from "../../domain/because.ts";
import type { Task } from "../../domain/work/task.ts";
import type { Context } from "../context.ts";
import { asMaker } from "../pattern/who-makes.ts";
import { requeue } from "../task/requeue.ts";
import { waitFor } from "./take-step.ts";

export function waitForSuspect(context: Context, task: Task): void {
  const { state } = context;
  if (task.suspect === null || (task.status !== "ready" && task.status !== "waiting")) return;
  const maker = asMaker(state, task, task.suspect);
  // One that is done and was there may be wrong: the ladder comes to that if the retry fails too.
  if (maker === null || maker.isSeen) return;
  const note = state.patterns.failures.findLast((each) => each.task === task.id);
  const { facts, evidence } = task.because ?? because("plan_order");
  const about = {
    class: note?.class ?? "unknown",
    subject: note?.subject ?? "",
    message: facts["message"] ?? "it failed",
    task: maker.task,
  };
  const why = because("needs_task", about, evidence);
  const { report, reached = null } = task.restart ?? {};
  const restart = { because: why, reached, ...(report !== undefined && { report }) };
  const wasRetry = task.because?.rule === "persistent_failure";
  waitFor(context, task, maker.task, why);
  requeue(context, task, "queue", { because: why, restart, cost: { retries: wasRetry ? -1 : 0 } });
}
