/** How an attempt ended. Exactly one of these; crash, time-out, malformed output and failed gates are told apart by class. */
import type { Failure } from "../proof/failure.ts";
import type { TaskId } from "../spec/plan.ts";
import type { AdvisorRole, RoleAnswers } from "./role-answers.ts";

export interface DoneResult {
  readonly status: "done";
  readonly task_id: TaskId;
  readonly files_created: readonly string[];
  readonly files_modified: readonly string[];
  readonly decisions: readonly string[];
  readonly tests_added: readonly string[];
  readonly concerns: readonly string[];
  /** Why nothing had to be changed; without it a task that changed nothing is not done. */
  readonly nothing_to_do?: string | undefined;
}

export const BLOCKED_REASONS = [
  "ambiguous_spec",
  "missing_dependency",
  "contradictory_requirements",
  "impossible_as_specified",
] as const;
export type BlockedReason = (typeof BLOCKED_REASONS)[number];

export interface BlockedResult {
  readonly status: "blocked";
  readonly task_id: TaskId;
  readonly blocked_reason: BlockedReason;
  readonly uncertain_about: string;
  readonly options: readonly string[];
  readonly attempted: string;
  readonly files_completed: readonly string[];
}

/** What an advisor answered, by its role. */
export type Advised = {
  [R in AdvisorRole]: { readonly type: "advised"; readonly role: R; readonly answer: RoleAnswers[R] };
}[AdvisorRole];

export type Outcome =
  | { readonly type: "done"; readonly result: DoneResult }
  | { readonly type: "blocked"; readonly result: BlockedResult }
  | { readonly type: "failed"; readonly failure: Failure }
  /** Of an advisor: it read, thought and answered; there is no work to look at. */
  | Advised
  /** Reeve ended it: a stop, a group restart, a limit. Not in itself a failure. */
  | { readonly type: "stopped" }
  /** Its host or keeper vanished without an exit status. Costs no restart. */
  | {
      readonly type: "lost";
      readonly evidence: readonly string[];
      /** Its machine or its Reeve was away: that says nothing about the attempt, however often it happens. */
      readonly outage?: true;
    };

/** How the process itself ended, as its keeper saw it. */
export interface ExitStatus {
  readonly code: number | null;
  readonly signal: string | null;
}

export interface Usage {
  readonly tokens: number;
  /** Those of `tokens` that the model wrote; the rest it read. Absent where that is not known. */
  readonly output?: number;
  /** Absent where no price is known. */
  readonly usd?: number;
  /** Some of it was priced by the nearest relative of a model that is not on the list. */
  readonly estimated?: true;
}
