/**
 * All that the outside does, as one closed type. Reports are past tense, a person's orders imperative. Time and dice
 * are stamped on by the journal, so an input carries neither.
 */
import type { AttemptId } from "../domain/attempt.ts";
import type { CoherenceReport } from "../domain/coherence.ts";
import type { ToolCounts } from "../domain/cost.ts";
import type { Failure } from "../domain/failure.ts";
import type { GateResult, Integration, Verification } from "../domain/gate.ts";
import type { KnownHistory } from "../domain/known-history.ts";
import type { Outcome, Usage } from "../domain/outcome.ts";
import type { Plan, TaskId } from "../domain/plan.ts";
import type { QuestionId } from "../domain/question.ts";
import type { ReplanId } from "../domain/replan.ts";
import type { Settings } from "../domain/settings.ts";
import type { RunBase, Workspace } from "../domain/workspace.ts";
import type { Job } from "./event.ts";
import type { TalkInput, TalkRefusal } from "./talk/events.ts";
import type { Told } from "./talk/session-events.ts";

export type Input =
  | {
      readonly type: "create_run";
      readonly run: string;
      readonly planFile: string;
      readonly planHash: string;
      readonly plan: Plan;
      readonly settings: Settings;
      readonly base: RunBase | null;
    }
  | {
      readonly type: "run_opened";
      readonly host: string;
      readonly bootId: string;
      readonly pid: number;
      readonly version: string;
      readonly settings: Settings;
      readonly adopted: readonly AttemptId[];
      /** What earlier runs met; absent: nothing. */
      readonly history?: KnownHistory;
    }
  | { readonly type: "host_up"; readonly host: string; readonly bootId: string }
  /** A beat of the host did not come. */
  | { readonly type: "host_silent"; readonly host: string }
  | { readonly type: "host_lost"; readonly host: string }
  | { readonly type: "attempt_claimed"; readonly attempt: AttemptId; readonly host: string; readonly inputHash: string }
  | {
      readonly type: "attempt_up";
      readonly attempt: AttemptId;
      readonly pid: number;
      readonly workspace?: Workspace;
      readonly parked?: string;
      readonly dir?: string;
      readonly moved?: true;
    }
  | {
      readonly type: "attempt_progressed";
      readonly attempt: AttemptId;
      readonly usage: Usage;
      readonly activity: string | null;
      readonly session: string | null;
    }
  | {
      readonly type: "attempt_ended";
      readonly attempt: AttemptId;
      readonly outcome: Outcome;
      readonly usage: Usage;
      readonly tools?: ToolCounts;
      /** What it did last, where that was not told yet. */
      readonly activity?: string;
      /** Some of its processes could not be ended, or nobody could look. */
      readonly mayLive?: true;
    }
  | { readonly type: "attempt_noted"; readonly attempt: AttemptId; readonly text: string }
  | { readonly type: "attempt_told"; readonly attempt: AttemptId; readonly message: string; readonly how: Told }
  | {
      readonly type: "task_verified";
      readonly task: TaskId;
      readonly attempt: AttemptId;
      readonly verification: Verification;
    }
  | {
      readonly type: "task_integrated";
      readonly task: TaskId;
      readonly attempt: AttemptId;
      readonly integration: Integration;
    }
  /** `trouble`: it could not be looked at; nothing is held against anybody then. */
  | {
      readonly type: "task_compared";
      readonly task: TaskId;
      readonly attempt: AttemptId;
      readonly report: CoherenceReport;
      readonly trouble?: string;
    }
  | {
      readonly type: "job_failed";
      readonly task: TaskId;
      readonly attempt: AttemptId;
      readonly job: Job;
      readonly failure: Failure;
    }
  | { readonly type: "run_checked"; readonly head: string | null; readonly gates: readonly GateResult[] }
  /** `ended`: attempts that had ended since the look before; one of them may have done it too. */
  | {
      readonly type: "outside_write_seen";
      /** Absent: `outside_write`. */
      readonly rule?: "integration_moved";
      readonly paths: readonly string[];
      readonly ended: readonly AttemptId[];
    }
  /** One that was only to read has written; it is thrown away. */
  | { readonly type: "advisor_wrote"; readonly attempt: AttemptId; readonly paths: readonly string[] }
  /** It calls a tool again and again and makes nothing new: so often with the same input, and with nearly the same. */
  | {
      readonly type: "calls_repeated";
      readonly attempt: AttemptId;
      readonly tool: string;
      readonly input: string;
      readonly same: number;
      readonly alike: number;
    }
  /** A model's API said that these agents have to wait; seen by the gateway while they are at work. */
  | { readonly type: "account_limited"; readonly agents: readonly string[]; readonly until: number }
  | { readonly type: "timer_due"; readonly timer: string }
  | { readonly type: "clock_jumped"; readonly byMs: number }
  | { readonly type: "monitor_failed"; readonly monitor: string; readonly message: string }
  | TalkInput
  | PersonInput;

/** What a person may say; these also arrive through the mailbox from other processes. */
export type PersonInput =
  | { readonly type: "pause" }
  | { readonly type: "resume" }
  | { readonly type: "stop" }
  | {
      readonly type: "retry";
      readonly task: TaskId;
      readonly because: string;
      /** Absent: by the reason of the last end. */
      readonly changeset?: "keep" | "discard";
    }
  | { readonly type: "skip"; readonly task: TaskId; readonly because: string; readonly dependants: "end" | "go_on" }
  | { readonly type: "answer"; readonly question: QuestionId; readonly text: string }
  /** To its agent, while it works where that is possible, and to those after it. Said twice under one name it counts once. */
  | { readonly type: "tell"; readonly task: TaskId; readonly message: string; readonly text: string }
  /** A change of the plan that was proposed. */
  | { readonly type: "approve"; readonly replan: ReplanId }
  | { readonly type: "reject"; readonly replan: ReplanId; readonly because: string };

/** Computed from the state after the input was taken; never a cached reply. */
export type Answer =
  | { readonly type: "taken" }
  /** To a claim: whether the effect may be performed. */
  | { readonly type: "go" }
  | { readonly type: "no" }
  /** To a person who told a task something. `to`: who is told while it works; null: nobody works on it now. */
  | { readonly type: "told"; readonly message: string; readonly to: AttemptId | null }
  /** To an agent at work: the question under which the person is asked, or was. */
  | { readonly type: "asked"; readonly question: QuestionId }
  | { readonly type: "refused"; readonly refusal: Refusal };

export type Refusal =
  | TalkRefusal
  | { readonly what: "unknown_task"; readonly task: string }
  | { readonly what: "unknown_question"; readonly question: string; readonly open: readonly string[] }
  | { readonly what: "unknown_replan"; readonly replan: string; readonly open: readonly string[] }
  | { readonly what: "task_done"; readonly task: string }
  | { readonly what: "task_busy"; readonly task: string; readonly status: string }
  | { readonly what: "no_reason"; readonly task: string; readonly known: readonly string[] }
  /** To a halted run: that it is to be retried, but not what changed. */
  | { readonly what: "no_change"; readonly question: string }
  | { readonly what: "upstream_ended"; readonly task: string; readonly upstream: readonly string[] }
  | { readonly what: "run_over"; readonly phase: string }
  | { readonly what: "run_exists"; readonly run: string };
