/** A person's word brings a task back to work: its lineage begins again, and it is told what was said. */
import type { Because } from "../../domain/because.ts";
import type { Task } from "../../domain/task.ts";
import type { Context } from "../context.ts";
import { reviveDependants } from "../question/escalate.ts";

/** A person's word opens the ladder from the bottom: the counters of the lineage begin again. */
export function workAgain(
  context: Context,
  task: Task,
  why: Because,
  note: string,
  changeset?: "keep" | "discard",
): void {
  context.emit({
    type: "task_again",
    task: task.id,
    // Where the tree is still about to restart it, that restart is the one; a second start beside it would be one too many.
    via: task.path !== null && task.attempt === null ? "tree" : "queue",
    because: why,
    restart: task.because && task.attempts > 0 ? { because: task.because, reached: null } : null,
    note,
    sameInput: null,
    ...(changeset && { changeset }),
    counts: { malformed: 0, retries: 0, attemptsBefore: task.attempts, evictions: 0, raised: task.raised },
  });
  reviveDependants(context, task.id, why);
}
