/** Events about causes, holds and advice: what is decided when failures are more than one task's own business. */
import type { AccountEvent } from "../../domain/account.ts";
import type { Briefing } from "../../domain/attempt.ts";
import type { Because } from "../../domain/because.ts";
import type { Pattern, PatternId } from "../../domain/pattern.ts";
import type { TaskId, TaskSpec } from "../../domain/plan.ts";
import type { PlanChange, Replan, ReplanId } from "../../domain/replan.ts";
import type { Advises } from "../../domain/task.ts";
import type { Changeset } from "../../domain/workspace.ts";

export type RecoveryEvent =
  | AccountEvent
  /** It needs another task first, though the plan does not say so. */
  | { readonly type: "dependency_added"; readonly task: TaskId; readonly on: TaskId; readonly because: Because }
  /** One cause behind several failures: one task fixes it, and those it concerns wait for that. */
  | { readonly type: "pattern_found"; readonly pattern: Pattern; readonly fix: TaskSpec; readonly because: Because }
  | {
      readonly type: "pattern_joined";
      readonly pattern: PatternId;
      readonly task: TaskId;
      /** Absent in journals of earlier versions. */
      readonly because?: Because;
    }
  /** Before it goes on with this task, Reeve asks somebody who reads and thinks. */
  | { readonly type: "advice_asked"; readonly advisor: TaskSpec; readonly advises: Advises }
  | { readonly type: "advice_given"; readonly task: TaskId; readonly advisor: TaskId; readonly text: string }
  /** An advisor named a task that is not there, or wanted something that cannot be. */
  | { readonly type: "action_refused"; readonly task: TaskId; readonly action: string; readonly why: string }
  /** A planner wants the plan changed, and that can be done. */
  | { readonly type: "replan_proposed"; readonly replan: Replan }
  /** Refused, overtaken by the work, or nobody waits for it any more. */
  | { readonly type: "replan_dropped"; readonly replan: ReplanId; readonly about: TaskId; readonly because: Because }
  | PlanChanged
  /** It was done, and others found it wrong. */
  | {
      readonly type: "task_reopened";
      readonly task: TaskId;
      readonly because: Because;
      readonly restart: Briefing["restart"];
      /** Absent: it goes on from its own work. */
      readonly changeset?: Changeset;
      readonly counts: RetryCounts;
    };

/** From now on this is the plan. */
interface PlanChanged extends PlanChange {
  readonly type: "plan_changed";
  readonly replan: ReplanId;
  readonly about: TaskId;
  readonly because: Because;
}

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
