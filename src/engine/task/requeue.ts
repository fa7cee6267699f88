/** That a task is worked again: why, with what it is told, and what of it counts. Who decides so is not decided here. */
import type { Briefing } from "../../domain/attempt.ts";
import type { Because } from "../../domain/because.ts";
import type { Task } from "../../domain/task.ts";
import type { Changeset } from "../../domain/workspace.ts";
import type { Context } from "../context.ts";

export interface Again {
  readonly because: Because;
  readonly restart?: Briefing["restart"];
  readonly sameInput?: Briefing;
  readonly changeset?: Changeset;
  readonly malformed?: number;
  readonly retries?: number;
  readonly evictions?: number;
  readonly raised?: number;
  /** One more that was lost; whatever else an attempt comes to ends the row. */
  readonly lost?: number;
  /** Nobody's fault: this attempt does not count against the lineage. */
  readonly free?: boolean;
}

export function emitAgain(context: Context, task: Task, via: "queue" | "tree", how: Again): void {
  const lost = how.free ? task.lost + (how.lost ?? 0) : 0;
  context.emit({
    type: "task_again",
    task: task.id,
    via,
    because: how.because,
    restart: how.restart ?? null,
    note: null,
    sameInput: how.sameInput ?? null,
    ...(how.changeset && { changeset: how.changeset }),
    counts: {
      malformed: task.malformed + (how.malformed ?? 0),
      retries: task.retries + (how.retries ?? 0),
      attemptsBefore: task.attemptsBefore + (how.free ? 1 : 0),
      evictions: task.evictions + (how.evictions ?? 0),
      raised: task.raised + (how.raised ?? 0),
      ...(lost > 0 && { lost }),
    },
  });
}
