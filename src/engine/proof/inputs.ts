/** What Reeve reports about its own look at a task's work. */

import type { Failure } from "../../domain/proof/failure.ts";
import type { Verification } from "../../domain/proof/gate.ts";
import type { TaskId } from "../../domain/spec/plan.ts";
import type { AttemptId } from "../../domain/work/attempt.ts";
import type { Job } from "./events.ts";

export type ProofInput =
  | {
      readonly type: "task_verified";
      readonly task: TaskId;
      readonly attempt: AttemptId;
      readonly verification: Verification;
    }
  | {
      readonly type: "job_failed";
      readonly task: TaskId;
      readonly attempt: AttemptId;
      readonly job: Job;
      readonly failure: Failure;
    };
