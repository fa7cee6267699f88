/** What happens to tasks beside their attempts: worked again, done, skipped, given up, brought back. */
import type { Briefing } from "../../domain/attempt.ts";
import type { Because } from "../../domain/because.ts";
import type { TaskId } from "../../domain/plan.ts";
import type { Changeset } from "../../domain/workspace.ts";

export type TaskEvent =
  /** It will be worked again: through the queue of ready tasks, or by its supervisor in the tree. */
  | {
      readonly type: "task_requeued";
      readonly task: TaskId;
      readonly via: "queue" | "tree";
      readonly because: Because;
      readonly restart: Briefing["restart"];
      readonly note: string | null;
      readonly sameInput: Briefing | null;
      /** Absent: as it was decided when the attempt ended. */
      readonly changeset?: Changeset;
      readonly counts: RetryCounts;
    }
  /** It was done, and others found it wrong. */
  | {
      readonly type: "task_reopened";
      readonly task: TaskId;
      readonly because: Because;
      readonly restart: Briefing["restart"];
      /** Absent: the next attempt begins with its own work. */
      readonly changeset?: Changeset;
      readonly counts: RetryCounts;
    }
  | { readonly type: "task_left_tree"; readonly task: TaskId }
  /** It needs another task first, though the plan does not say so. */
  | { readonly type: "dependency_added"; readonly task: TaskId; readonly on: TaskId; readonly because: Because }
  | { readonly type: "task_done"; readonly task: TaskId }
  | {
      readonly type: "task_skipped";
      readonly task: TaskId;
      readonly because: Because;
      readonly dependantsGoOn: boolean;
    }
  | { readonly type: "task_given_up"; readonly task: TaskId; readonly because: Because }
  | { readonly type: "task_revived"; readonly task: TaskId; readonly because: Because };

/** The lineage's counters as they stand after this decision. */
export interface RetryCounts {
  readonly malformed: number;
  readonly retries: number;
  /** Attempts that do not count against the lineage: made before a person last spoke, lost, or stopped by Reeve. */
  readonly attemptsBefore: number;
  /** Sent back by the merge queue. */
  readonly evictions: number;
  /** Model tiers above the plan's own. */
  readonly raised: number;
  /** Attempts lost in a row; absent: none. */
  readonly lost?: number;
}
