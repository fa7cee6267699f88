/** Events about what others think of a task's work before it is merged: a reviewer, and the branches beside it. */
import type { AttemptId } from "../../domain/attempt.ts";
import type { Because } from "../../domain/because.ts";
import type { CoherenceReport, Critical } from "../../domain/coherence.ts";
import type { TaskId } from "../../domain/plan.ts";
import type { Verdict } from "../../domain/role-answers.ts";

export type CoherenceEvent =
  /** A reviewer has judged its work, or gave no usable answer: then `unsure`, and it goes on. */
  | {
      readonly type: "task_reviewed";
      readonly task: TaskId;
      readonly attempt: AttemptId;
      readonly advisor: TaskId;
      readonly verdict: Verdict;
      readonly reasons: readonly string[];
      readonly mustChange: readonly string[];
    }
  /** A reviewer has judged its agent's word that it cannot be done. */
  | {
      readonly type: "task_claim_judged";
      readonly task: TaskId;
      readonly advisor: TaskId;
      readonly verdict: Verdict;
      readonly reasons: readonly string[];
    }
  /** Its work was laid beside what is integrated and what waits to be. */
  | {
      readonly type: "task_compared";
      readonly task: TaskId;
      readonly attempt: AttemptId;
      readonly report: CoherenceReport;
      readonly trouble?: string;
      /** merge: nothing is in the way. back: it has to change. wait: something else has to happen first. */
      readonly next: "merge" | "back" | "wait";
    }
  /** Verified, and out of the merge queue again: it has to change. */
  | { readonly type: "task_sent_back"; readonly task: TaskId; readonly because: Because }
  /** What is done about findings. `ask`: nothing starts and nothing is merged until it is decided. */
  | {
      readonly type: "coherence_decided";
      /** Null: the whole. */
      readonly about: TaskId | null;
      readonly step: "retry" | "reopen" | "ask" | "give_up";
      readonly keys: readonly string[];
      readonly because: Because;
    }
  | { readonly type: "coherence_released"; readonly about: TaskId }
  /** An agent has looked at the integrated whole; `report` null: it gave no usable answer. */
  | {
      readonly type: "coherence_checked";
      readonly advisor: TaskId;
      readonly report: CoherenceReport | null;
      readonly pending: readonly Critical[];
    };
