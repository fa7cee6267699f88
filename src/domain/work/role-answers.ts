/**
 * What agents in a role beside the work hand back: the debugger, the supervisor, the planner, the reviewer. Names only,
 * already checked and bounded; keys are those of the published schemas, because agents write them. The coherence
 * checker's report is in `coherence.ts`.
 */
import type { CoherenceReport } from "../proof/coherence.ts";
import type { FailureClass } from "../proof/failure.ts";
import type { Acceptance, ContractEntity, Role, TaskId } from "../spec/plan.ts";

export const ADVISOR_ROLES = ["debugger", "supervisor", "planner", "reviewer", "coherence"] as const;
/** An agent that reads, thinks and answers; it never writes. Not to be confused with a task's `Role`. */
export type AdvisorRole = (typeof ADVISOR_ROLES)[number];

export interface RoleAnswers {
  readonly debugger: DebuggerAnswer;
  readonly supervisor: SupervisorAnswer;
  readonly planner: PlannerAnswer;
  readonly reviewer: ReviewerAnswer;
  readonly coherence: CoherenceReport;
}

export const CONFIDENCES = ["high", "medium", "low"] as const;
export type Confidence = (typeof CONFIDENCES)[number];

export interface DebuggerAnswer {
  readonly failure_classification: FailureClass;
  readonly root_cause: string;
  /** Null where it could not be pinned down. */
  readonly root_cause_location: {
    readonly file: string;
    readonly line: number | null;
    readonly context: string;
  } | null;
  readonly fix: {
    readonly description: string;
    readonly changes: readonly {
      readonly file: string;
      readonly line: number | null;
      readonly current: string;
      readonly should_be: string;
    }[];
  };
  /** What the fix must leave alone, or what it cannot reach. */
  readonly out_of_scope: readonly string[];
  /** The task whose output is wrong or missing; null where it is this task's own fault. */
  readonly upstream_dependency: TaskId | null;
  readonly confidence: Confidence;
  readonly confidence_reason: string;
}

export const SUPERVISOR_ACTIONS = [
  "retry",
  "retry_escalated",
  "replan",
  "retry_dependency",
  "reorder",
  "fix_root_cause",
  "skip",
  "escalate",
] as const;
export type SupervisorActionKind = (typeof SUPERVISOR_ACTIONS)[number];

export interface SupervisorAction {
  readonly task_id: TaskId;
  readonly action: SupervisorActionKind;
  readonly reason: string;
  /** retry_escalated: a tier or a model; absent: the next tier. */
  readonly new_model?: string | undefined;
  /** retry_dependency, reorder: the task that goes first, where it is not the named one itself. */
  readonly upstream?: TaskId | undefined;
  /** Told to the next attempt. */
  readonly additional_context?: string | undefined;
  /** escalate: what exactly a person is to be asked. */
  readonly human_question?: string | undefined;
}

export interface SupervisorAnswer {
  readonly diagnosis: string;
  readonly pattern_detected: {
    readonly description: string;
    readonly affected_tasks: readonly TaskId[];
    readonly root_cause: string;
  } | null;
  readonly actions: readonly SupervisorAction[];
  readonly recommendations: readonly string[];
  readonly should_halt: boolean;
  readonly halt_reason: string | null;
}

export const VALIDATION_SEVERITIES = ["error", "warning", "info"] as const;
export type ValidationSeverity = (typeof VALIDATION_SEVERITIES)[number];

/** What the planner itself found when it held its plan against the specification. */
export interface PlanValidation {
  readonly severity: ValidationSeverity;
  readonly message: string;
  readonly task?: TaskId | undefined;
}

/** A task as `plan.yaml` writes it. In a replan, what is absent stays as it is. */
export interface PlannerTask {
  readonly id: TaskId;
  readonly title?: string | undefined;
  readonly prompt: string;
  readonly depends_on?: readonly TaskId[] | undefined;
  readonly files?: readonly string[] | undefined;
  readonly role?: Role | undefined;
  readonly agent?: string | undefined;
  readonly tier?: string | undefined;
  /** Shell commands: shown to a person before they are ever run. */
  readonly gates?: readonly string[] | undefined;
  readonly commitments?: readonly string[] | undefined;
  readonly acceptance?:
    | readonly {
        readonly criterion: string;
        readonly verify_by: Acceptance["verifyBy"];
        readonly target?: string | undefined;
      }[]
    | undefined;
  readonly priority?: number | undefined;
  readonly tags?: readonly string[] | undefined;
  /** Replan only: the task it replaces, whose counts and budget it takes over. */
  readonly replaces?: TaskId | undefined;
}

export interface PlannerEntity {
  readonly name: string;
  readonly type: ContractEntity["type"];
  readonly path: string;
  readonly table?: string | undefined;
  readonly key_fields?: readonly string[] | undefined;
  readonly created_by_task: TaskId;
}

/** What more than one task must heed. */
export interface CrossCuttingConcern {
  readonly concern: string;
  /** Whom it concerns; empty: all. */
  readonly tasks: readonly TaskId[];
}

export interface PlannerAnswer {
  readonly title?: string | undefined;
  readonly tasks: readonly PlannerTask[];
  /** Replan only: tasks that have not begun and are no longer needed. A task that is merely absent stays. */
  readonly removed_tasks: readonly TaskId[];
  readonly contract: {
    readonly entities: readonly PlannerEntity[];
    readonly core_queries: readonly string[];
  } | null;
  readonly cross_cutting_concerns: readonly CrossCuttingConcern[];
  readonly validation: readonly PlanValidation[];
}

export const VERDICTS = ["approve", "reject", "unsure"] as const;
export type Verdict = (typeof VERDICTS)[number];

export interface ReviewerAnswer {
  readonly verdict: Verdict;
  readonly reasons: readonly string[];
  /** What has to be different before it can be approved; each can be acted on as it stands. */
  readonly must_change: readonly string[];
}
