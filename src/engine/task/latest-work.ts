/** Whether a report is still about the latest work of its task. */
import { attemptId } from "../../domain/work/attempt.ts";
import type { Task, TaskStatus } from "../../domain/work/task.ts";
import type { State } from "../state.ts";

/** The task, where it is and while it is in one of these statuses. */
export function latestWork(
  { tasks }: State,
  report: { readonly task: string; readonly attempt: string },
  statuses: readonly TaskStatus[],
): Task | null {
  const task = tasks.get(report.task);
  const isLatest = task && report.attempt === attemptId(task.id, task.attempts);
  return task && isLatest && statuses.includes(task.status) ? task : null;
}
