/** A person's word brings a task back to work: its lineage begins again, and it is told what was said. */
import type { Because } from "../../domain/because.ts";
import { countsAnew } from "../../domain/work/retry-counts.ts";
import type { Task } from "../../domain/work/task.ts";
import type { Context } from "../context.ts";
import { reviveDependants } from "./ends.ts";
import { retriesElsewhere } from "./lineage.ts";

export function bringBack(
  context: Context,
  task: Task,
  why: Because,
  note: string,
  changeset?: "keep" | "discard",
): void {
  context.emit({
    type: "task_requeued",
    task: task.id,
    // Where the tree is still about to restart it, that restart is the one; a second start beside it would be one too many.
    via: task.path !== null && task.attempt === null ? "tree" : "queue",
    because: why,
    restart: task.because && task.attempts > 0 ? { because: task.because, reached: null } : null,
    note,
    sameInput: null,
    ...(changeset && { changeset }),
    counts: countsAnew(task.counts, task.attempts, retriesElsewhere(context.state, task)),
  });
  reviveDependants(context, task.id, why);
}
