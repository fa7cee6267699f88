/** What is to be laid side by side before a task's work is merged. Names only. */

import type { Contract, TaskId } from "../spec/plan.ts";
import type { AttemptId } from "../work/attempt.ts";

export interface CompareOrder {
  readonly attempt: AttemptId;
  readonly task: TaskId;
  readonly commit: string;
  /** What was integrated when its work first began; absent or null: nobody noted it. */
  readonly began?: string | null;
  /** Verified and not merged yet, in the order in which they will be; where two disagree, the earlier one is right. */
  readonly others: readonly { readonly task: TaskId; readonly commit: string }[];
  readonly contract: Contract | null;
  /** File → the task that claims it. */
  readonly owners: Readonly<Record<string, TaskId>>;
  /** Tasks that have not worked yet: what they owe is not missing. */
  readonly pending: readonly TaskId[];
}
