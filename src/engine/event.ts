/**
 * What happened, in past tense, one closed vocabulary. Events are all that is ever remembered: the state is their fold.
 * Decisions carry `because`. Adding an event: add it here, in `engine/evolve`, `engine/react` and `views/narrate`; the
 * compiler names the places.
 */
import type { Attempt, AttemptId, Briefing } from "../domain/attempt.ts";
import type { Because } from "../domain/because.ts";
import type { ToolCounts } from "../domain/cost.ts";
import type { Failure } from "../domain/failure.ts";
import type { GateResult, Integration, Verification } from "../domain/gate.ts";
import type { KnownHistory } from "../domain/known-history.ts";
import type { Outcome, Usage } from "../domain/outcome.ts";
import type { Plan, TaskId } from "../domain/plan.ts";
import type { SessionChoice, SessionDrop } from "../domain/session.ts";
import type { Settings } from "../domain/settings.ts";
import type { SupervisorSpec, TreeFact, TreePath } from "../domain/tree.ts";
import type { Violation } from "../domain/violation.ts";
import type { Changeset, RunBase, Workspace } from "../domain/workspace.ts";
import type { CoherenceEvent } from "./merge/events.ts";
import type { QuestionEvent } from "./question/events.ts";
import type { RecoveryEvent, RetryCounts } from "./recovery/events.ts";
import type { TalkEvent } from "./talk/events.ts";
import type { SessionEvent } from "./talk/session-events.ts";

export type Verdict = "done" | "failed";

/** What Reeve itself does for a task after its agent. */
export type Job = "verify" | "compare" | "integrate";

export type Event =
  // the run
  | {
      readonly type: "run_created";
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
      readonly settings: Settings | null;
      readonly adopted: readonly AttemptId[];
      /** What earlier runs met; absent: nothing. */
      readonly history?: KnownHistory;
    }
  | { readonly type: "run_paused" }
  | { readonly type: "run_resumed" }
  | { readonly type: "run_stopping"; readonly because: Because }
  | { readonly type: "run_stopped"; readonly phase: "stopped" | "halted" }
  /** All tasks have ended: the integrated whole is looked at once more. */
  | { readonly type: "run_checking" }
  | { readonly type: "run_checked"; readonly head: string | null; readonly gates: readonly GateResult[] }
  | { readonly type: "run_ended"; readonly verdict: Verdict }
  | { readonly type: "clock_jumped"; readonly byMs: number }
  | { readonly type: "host_up"; readonly host: string; readonly bootId: string }
  | { readonly type: "host_silent"; readonly host: string; readonly beats: number }
  | { readonly type: "host_lost"; readonly host: string }
  // the tree
  | { readonly type: "tree_planted"; readonly spec: SupervisorSpec }
  | { readonly type: "tree_changed"; readonly facts: readonly TreeFact[] }
  | {
      readonly type: "restart_scheduled";
      readonly path: TreePath;
      readonly timer: string | null;
      readonly at: number;
      readonly delayMs: number;
      readonly count: number;
      readonly task: TaskId | null;
    }
  | { readonly type: "timer_fired"; readonly timer: string }
  | { readonly type: "supervisor_gave_up"; readonly path: TreePath; readonly because: Because }
  // attempts
  | {
      readonly type: "attempt_started";
      readonly attempt: AttemptId;
      readonly task: TaskId;
      readonly number: number;
      readonly path: TreePath;
      readonly incarnation: number;
      readonly agent: string;
      readonly model: string | null;
      readonly graceMs: number;
      readonly deadlineAt: number;
      readonly briefing: Briefing;
      readonly changeset: Changeset;
      /** Absent: there was none to choose, or nobody chose yet when it was written. */
      readonly session?: SessionChoice;
      readonly held: boolean;
      readonly because: Because;
    }
  | { readonly type: "attempt_released"; readonly attempt: AttemptId; readonly deadlineAt: number }
  | { readonly type: "attempt_claimed"; readonly attempt: AttemptId; readonly host: string; readonly inputHash: string }
  | {
      readonly type: "attempt_up";
      readonly attempt: AttemptId;
      readonly pid: number;
      readonly workspace: Workspace | null;
      /** The ref under which the work of earlier attempts was put away before this one. */
      readonly parked: string | null;
      /** The folder it works in. */
      readonly dir?: string;
      /** It was to resume a session that had been begun in another folder, and did not. */
      readonly moved?: true;
    }
  | {
      readonly type: "attempt_progressed";
      readonly attempt: AttemptId;
      readonly usage: Usage;
      readonly activity: string | null;
      readonly session: string | null;
    }
  | { readonly type: "attempt_stopping"; readonly attempt: AttemptId; readonly because: Because }
  | {
      readonly type: "attempt_ended";
      readonly attempt: AttemptId;
      readonly task: TaskId;
      readonly outcome: Outcome;
      readonly usage: Usage;
      readonly phase: Attempt["phase"];
      /** What it did with its tools, where its adapter can tell. */
      readonly tools?: ToolCounts;
      /** What becomes of its work if another attempt follows. */
      readonly changeset: Changeset;
      /** How it really ended, where what it had reported before counts. */
      readonly despite?: string;
      /** What it did last, where no event before says so. */
      readonly activity?: string;
      /** Nobody goes on in its session. */
      readonly dropped?: SessionDrop;
    }
  // tasks
  /** It will be worked again: through the queue of ready tasks, or by its supervisor in the tree. */
  | {
      readonly type: "task_again";
      readonly task: TaskId;
      readonly via: "queue" | "tree";
      readonly because: Because;
      readonly restart: Briefing["restart"];
      readonly note: string | null;
      readonly sameInput: Briefing | null;
      /** Absent: as it was decided when the attempt ended. */
      readonly changeset?: Changeset;
      readonly counts: RetryCounts;
    }
  | { readonly type: "task_left_tree"; readonly task: TaskId }
  /** The gates were looked at; whether they passed is read off them. */
  | {
      readonly type: "task_verified";
      readonly task: TaskId;
      readonly attempt: AttemptId;
      readonly verification: Verification;
      /** What the failed gates amount to; null where none failed. */
      readonly failure: Failure | null;
      readonly changeset: Changeset;
      /** Who judges it before it is merged; absent: nobody. */
      readonly reviewer?: TaskId;
    }
  /** The merge queue took it in, or sent it back. */
  | {
      readonly type: "task_integrated";
      readonly task: TaskId;
      readonly attempt: AttemptId;
      readonly integration: Integration;
    }
  /** Reeve could not do its own part, and tries again later. */
  | {
      readonly type: "job_postponed";
      readonly task: TaskId;
      readonly job: Job;
      readonly failure: Failure;
      readonly timer: string;
      readonly at: number;
    }
  | RecoveryEvent
  | CoherenceEvent
  | SessionEvent
  | TalkEvent
  | { readonly type: "violation_seen"; readonly violation: Violation }
  | { readonly type: "task_done"; readonly task: TaskId }
  | {
      readonly type: "task_skipped";
      readonly task: TaskId;
      readonly because: Because;
      readonly dependantsGoOn: boolean;
    }
  | { readonly type: "task_given_up"; readonly task: TaskId; readonly because: Because }
  | { readonly type: "task_revived"; readonly task: TaskId; readonly because: Because }
  // people
  | QuestionEvent;

export type EventOf<T extends Event["type"]> = Extract<Event, { type: T }>;
