/** What happens to tasks beside their attempts: requeued, reopened, done, skipped, given up, revived. */

import type { Because } from "../../domain/because.ts";
import type { Round, RoundDelta } from "../../domain/proof/round.ts";
import type { TaskId } from "../../domain/spec/plan.ts";
import type { Changeset } from "../../domain/spec/workspace.ts";
import type { Briefing } from "../../domain/work/attempt.ts";
import type { RetryCounts } from "../../domain/work/retry-counts.ts";

export type TaskEvent =
  /** It gets another attempt: through the queue of ready tasks, or by its supervisor in the tree. */
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
      /** As they stand after this decision. */
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
      /** As they stand after this decision. */
      readonly counts: RetryCounts;
    }
  /** Gates, a reviewer or a comparison found something in its work, or no longer find what they had. */
  | {
      readonly type: "round_judged";
      readonly task: TaskId;
      /** Rounds that found something, since a person last spoke. */
      readonly number: number;
      readonly round: Round;
      readonly delta: RoundDelta;
      /** That the work touches more than in the round before. Absent: it does not. */
      readonly growth?: string;
    }
  /** It needs another task first, though the plan does not say so. */
  | { readonly type: "dependency_added"; readonly task: TaskId; readonly on: TaskId; readonly because: Because }
  /** It starts before all others, as soon as it can. */
  | {
      readonly type: "task_put_first";
      readonly task: TaskId;
      readonly priority: number;
      readonly because: Because;
    }
  | { readonly type: "task_done"; readonly task: TaskId }
  | {
      readonly type: "task_skipped";
      readonly task: TaskId;
      readonly because: Because;
      readonly dependantsGoOn: boolean;
      /** Dependants that need nothing of it and proceed, while others do not. Absent: none. */
      readonly without?: readonly TaskId[];
    }
  | { readonly type: "task_given_up"; readonly task: TaskId; readonly because: Because }
  | { readonly type: "task_revived"; readonly task: TaskId; readonly because: Because };
