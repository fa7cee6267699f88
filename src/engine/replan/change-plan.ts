/**
 * Makes an approved change of the plan true: the plan is changed, who was replaced ends, and whoever waited for the
 * decision goes on. Whether it may be made is decided before.
 */

import { type Because, because } from "../../domain/because.ts";
import type { TaskId } from "../../domain/spec/plan.ts";
import type { PlanChange, Replan } from "../../domain/spec/replan.ts";
import type { Restart } from "../../domain/work/attempt.ts";
import type { Task } from "../../domain/work/task.ts";
import type { Context } from "../context.ts";
import { isIdle } from "../task/ends.ts";
import { requeue } from "../task/requeue.ts";

/** `held`: the tasks that waited for the decision. */
export function changePlan(context: Context, replan: Replan, change: PlanChange, held: readonly TaskId[]): void {
  const { state, emit } = context;
  const { id, about, summary } = replan;
  const why = because("replan", { replan: id, summary });
  emit({ type: "plan_changed", replan: id, about, ...change, because: why, retries: replan.retries });
  for (const retired of change.retired)
    emit({ type: "task_skipped", task: retired, because: why, dependantsGoOn: false });
  unhold(
    context,
    held.filter((each) => each !== about),
    why,
  );
  const task = state.tasks.get(about);
  if (!task || !isIdle(task)) return;
  requeue(context, task, "queue", {
    because: why,
    restart: restartOf(task, why, summary),
    cost: { retries: replan.retries },
  });
}

/** They are worked on as if nobody had held them. */
export function unhold(context: Context, held: readonly TaskId[], why: Because): void {
  for (const id of held) {
    const task = context.state.tasks.get(id);
    if (!task || !isIdle(task)) continue;
    const { restart, sameInput } = task;
    requeue(context, task, "queue", { because: why, restart, ...(sameInput && { sameInput }) });
  }
}

/** What it was to be told stays told: the plan has changed because of it. */
function restartOf(task: Task, why: Because, summary: string): Restart | null {
  if (task.attempts === 0) return null;
  const before = task.restart?.report;
  const report = `The plan was changed: it ${summary}.${before === undefined ? "" : `\n\nBefore that:\n${before}`}`;
  return { because: why, reached: task.restart?.reached ?? null, report };
}
