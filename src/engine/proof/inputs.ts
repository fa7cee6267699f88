/** What Reeve reports about its own look at a task's work. */
import type { AttemptId } from "../../domain/attempt.ts";
import type { Failure } from "../../domain/failure.ts";
import type { Verification } from "../../domain/gate.ts";
import type { TaskId } from "../../domain/plan.ts";
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
