/** That somebody who reads and thinks is asked, and what comes of it. */

import type { Because } from "../../domain/because.ts";
import type { TaskId } from "../../domain/spec/plan.ts";
import type { AdviceRequest } from "../../domain/work/advisor.ts";
import type { Briefing } from "../../domain/work/attempt.ts";
import type { RetryCounts } from "../../domain/work/retry-counts.ts";
import type { AdvisorId, WorkSpec } from "../../domain/work/work.ts";

export type AdvisorEvent =
  /** Before the task it is about is worked on, Reeve asks somebody who reads and thinks. */
  | {
      readonly type: "advice_asked";
      readonly advisor: AdvisorId;
      readonly spec: WorkSpec;
      readonly request: AdviceRequest;
      /** By what it is counted with others. Absent: it was asked before such were counted. */
      readonly cause?: string;
    }
  /** Its attempt failed, and it gets another one. */
  | {
      readonly type: "advisor_requeued";
      readonly advisor: AdvisorId;
      readonly via: "queue" | "tree";
      readonly because: Because;
      readonly restart: Briefing["restart"];
      readonly sameInput: Briefing | null;
      readonly counts: RetryCounts;
    }
  /** It has answered. `text`: what it says, for people and for the next attempt; null: its answer has a form of its own. */
  | {
      readonly type: "advice_given";
      readonly advisor: AdvisorId;
      readonly about: TaskId | null;
      readonly text: string | null;
      /** The task whose work it found wrong or missing. Absent: none. */
      readonly suspect?: TaskId;
      /** What it would have people change. Absent: nothing. */
      readonly recommendations?: readonly string[];
    }
  /** What a task's next attempt is told or made with, because an advisor wants it so. */
  | {
      readonly type: "task_advised";
      readonly task: TaskId;
      readonly text: string | null;
      /** So many tiers above the plan's own. Absent: as before. */
      readonly raised?: number;
      /** A model beside its agent's tiers. Absent: as before. */
      readonly model?: string;
    }
  /** It gave no usable answer; Reeve continues without it. */
  | { readonly type: "advice_failed"; readonly advisor: AdvisorId; readonly because: Because }
  /** An advisor named a task that is not there, or wanted something that cannot be. */
  | {
      readonly type: "action_refused";
      readonly task: TaskId;
      readonly action: string;
      readonly why: string;
      /** Who proposed it, asked about which task. Absent in old runs. */
      readonly advisor?: AdvisorId;
      readonly about?: TaskId;
    };
