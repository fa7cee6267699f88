/** What is found when Reeve looks at a task's work: gates, a reviewer's word, Reeve's own trouble. */

import type { Failure } from "../../domain/proof/failure.ts";
import type { Verification } from "../../domain/proof/gate.ts";
import type { FailureNote } from "../../domain/proof/pattern.ts";
import type { TaskId } from "../../domain/spec/plan.ts";
import type { Changeset } from "../../domain/spec/workspace.ts";
import type { AttemptId } from "../../domain/work/attempt.ts";
import type { Verdict } from "../../domain/work/role-answers.ts";
import type { AdvisorId } from "../../domain/work/work.ts";

/** What Reeve itself does for a task after its agent. */
export type Job = "verify" | "compare" | "integrate";

export type ProofEvent =
  | {
      readonly type: "task_verified";
      readonly task: TaskId;
      readonly attempt: AttemptId;
      readonly verification: Verification;
      readonly passed: boolean;
      /** What the failed gates amount to; null where none failed. */
      readonly failure: Failure | null;
      /** Set where that failure may have its cause in common with others. */
      readonly note?: FailureNote;
      readonly changeset: Changeset;
      /** Who judges it before it is merged; absent: nobody. */
      readonly reviewer?: AdvisorId;
    }
  /** A reviewer has judged its work, or gave no usable answer: then `unsure`, and it goes on. */
  | {
      readonly type: "task_reviewed";
      readonly task: TaskId;
      readonly attempt: AttemptId;
      readonly advisor: AdvisorId;
      readonly verdict: Verdict;
      readonly reasons: readonly string[];
      readonly mustChange: readonly string[];
    }
  /** A reviewer has judged its agent's word that it cannot be done. */
  | {
      readonly type: "task_claim_judged";
      readonly task: TaskId;
      readonly advisor: AdvisorId;
      readonly verdict: Verdict;
      readonly reasons: readonly string[];
    }
  /** Reeve could not do its own part, and tries again later. */
  | {
      readonly type: "job_postponed";
      readonly task: TaskId;
      readonly job: Job;
      readonly failure: Failure;
      readonly at: number;
    };
