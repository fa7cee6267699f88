/**
 * Every reason for which a use case does nothing, as one closed type: what is wrong, and the facts a sentence about it
 * needs. No words here; each screen takes them from `views/refusals/refusal-words`, and a reason without words does not compile.
 */
import type { Mistake } from "../config/mistakes/mistake.ts";
import type { PlanValidation } from "../domain/work/role-answers.ts";
import type { Refusal as OrderRefusal } from "../engine/input.ts";
import type { JournalError } from "../journal/journal-error.ts";
import type { Holder } from "../journal/runs.ts";
import type { Obstacle } from "./deliver/obstacle.ts";

export type Refusal =
  | RunRefusal
  | FileRefusal
  | EpicRefusal
  | OrderGivenRefusal
  | DeliveryRefusal
  | PlanRefusal
  | BranchRefusal
  | BoardRefusal
  | MessageRefusal
  | CheckpointRefusal
  | MachineRefusal;

/** About finding a run, and being the one who works on it. */
type RunRefusal =
  /** `run` null: the newest was meant, and there is none. */
  | {
      readonly what: "no_run";
      readonly run: string | null;
      readonly known: readonly string[];
      readonly stateDir: string;
    }
  /** `beginsAnew`: a new run of a plan can be begun beside the one that cannot be read. */
  | {
      readonly what: "journal";
      readonly error: JournalError;
      readonly beginsAnew?: boolean;
      readonly livesOn?: boolean;
    }
  | { readonly what: "held"; readonly run: string; readonly holder: Holder }
  /** The brake of the whole machine is pulled. */
  | {
      readonly what: "machine_braked";
      readonly reason: string;
      readonly at: number;
      readonly by?: string;
      readonly unread?: string;
    }
  | { readonly what: "plan_changed"; readonly run: string; readonly planFile: string }
  /** Git, the disk or a branch; the sentence comes from where it was found. */
  | { readonly what: "unusable"; readonly sentence: string }
  | { readonly what: "no_attempt"; readonly task: string; readonly made: number }
  /** Nobody has worked on it yet, or its work is merged and its folder gone. */
  | { readonly what: "no_worktree"; readonly task: string; readonly status: string }
  | { readonly what: "no_session"; readonly task: string; readonly agent: string }
  /** A person wants to step into a task with a program that is not there. */
  | { readonly what: "no_program"; readonly program: string; readonly how: "shell" | "editor" | "agent" };

/** About the files a person writes. */
type FileRefusal =
  | {
      readonly what: "mistakes";
      readonly mistakes: readonly Mistake[];
      readonly warnings: readonly Mistake[];
      /** What therefore was not done. */
      readonly kept:
        | "run"
        | "stop"
        | "plan"
        | "approve"
        | "add"
        | "contract"
        | "simulate"
        | "classify"
        | "failures"
        | "kanban"
        | "epic"
        | "checkpoint"
        | "notify";
    }
  | { readonly what: "files_exist"; readonly files: readonly string[] };

/** About epics. */
type EpicRefusal =
  | { readonly what: "no_epic"; readonly epic: string; readonly known: readonly string[] }
  /** `mayPass`: by itself, so whoever stays tries again. */
  | { readonly what: "epic_unusable"; readonly sentence: string; readonly mayPass?: true }
  | { readonly what: "not_dispatched"; readonly item: string; readonly because: string };

/** About an order to a run. */
type OrderGivenRefusal =
  | {
      readonly what: "order_refused";
      readonly refusal: OrderRefusal;
      readonly run: string;
      readonly planFile: string;
      /** The task that may have been meant. */
      readonly near: string | null;
    }
  | { readonly what: "empty_answer"; readonly question: string }
  | { readonly what: "nothing_asked" }
  | { readonly what: "no_receivers" }
  | { readonly what: "no_such_question"; readonly question: string; readonly open: readonly string[] }
  /** Which questions belong together, one list for each kind. */
  | { readonly what: "questions_differ"; readonly kinds: readonly (readonly string[])[] }
  | { readonly what: "no_such_class"; readonly given: string; readonly known: readonly string[] }
  | { readonly what: "no_such_restart"; readonly given: string; readonly known: readonly string[] }
  | { readonly what: "no_such_option"; readonly question: string; readonly given: string; readonly options: number }
  | { readonly what: "nothing_to_tell"; readonly task: string }
  | { readonly what: "empty_task" }
  /** An open task says the same. */
  | { readonly what: "already_added"; readonly task: string }
  /** It comes from inside an attempt. `attempts`: those that are known to be it. */
  | {
      readonly what: "not_a_person";
      readonly command: string;
      readonly by: "mark" | "brand" | "session" | "place";
      readonly attempts: readonly string[];
    }
  /** The Reeve that works on the run could not take it at all. */
  | { readonly what: "order_not_taken"; readonly because: string };

/** About showing finished work to others and taking it over. */
type DeliveryRefusal =
  | { readonly what: "not_ready"; readonly obstacle: Obstacle; readonly wanted: "land" | "propose" }
  | { readonly what: "no_branch_to_land_into"; readonly run: string }
  | { readonly what: "landing_refused"; readonly sentence: string; readonly files: readonly string[] }
  /** What steers git is otherwise than when the run began. */
  | {
      readonly what: "git_changed";
      readonly run: string;
      readonly names: readonly string[];
      readonly wanted: "land" | "propose" | "run";
    }
  | { readonly what: "nothing_merged"; readonly run: string }
  | { readonly what: "no_diff"; readonly task: string }
  | NoReceipts;

/** `where` null: neither a run nor a file was named, and there is nothing. */
interface NoReceipts {
  readonly what: "no_receipts";
  readonly where: string | null;
  readonly isFile: boolean;
  /** The ref they lie under is not in this repository. */
  readonly isWithoutNotes?: boolean;
}

/** About proposed plans, and changes of a plan. */
type PlanRefusal =
  | { readonly what: "spec_unreadable"; readonly file: string; readonly code: string }
  | { readonly what: "spec_garbled"; readonly mistake: Mistake }
  | { readonly what: "spec_empty"; readonly file: string }
  /** `option` says something about what `needs` asks for, and that was not asked for. */
  | { readonly what: "option_alone"; readonly option: string; readonly needs: string }
  | { readonly what: "no_planner"; readonly agents: readonly string[] }
  | { readonly what: "unknown_agent"; readonly agent: string; readonly agents: readonly string[] }
  | { readonly what: "unknown_tier"; readonly agent: string; readonly tier: string; readonly tiers: readonly string[] }
  | { readonly what: "no_open_proposal" }
  | { readonly what: "unknown_proposal"; readonly proposal: string; readonly known: readonly string[] }
  | { readonly what: "proposal_without_plan"; readonly proposal: string }
  | {
      readonly what: "planner_objects";
      readonly proposal: string;
      readonly of: "plan" | "change";
      readonly errors: readonly PlanValidation[];
    }
  /** `file`: where the plan was to go, and where something else is. */
  | { readonly what: "file_in_the_way"; readonly proposal: string; readonly file: string }
  | { readonly what: "change_has_no_file"; readonly change: string }
  | { readonly what: "no_faults" }
  | { readonly what: "too_many_runs"; readonly max: number };

/** About branches and contracts. */
type BranchRefusal =
  | { readonly what: "no_repository"; readonly root: string }
  | { readonly what: "unknown_ref"; readonly ref: string }
  | { readonly what: "no_integration_branch"; readonly run: string }
  | { readonly what: "branches_unreadable"; readonly sentence: string }
  | { readonly what: "no_contract" };

/** About boards. */
type BoardRefusal = { readonly what: "no_board"; readonly file: string; readonly known: readonly string[] };

/** About the message log of a session. */
type MessageRefusal =
  | { readonly what: "session_missing"; readonly dir: string }
  /** `line`: of those that were handed in; null where there was one only. */
  | { readonly what: "no_message"; readonly line: number | null; readonly problem: string }
  | { readonly what: "no_sender"; readonly sender: string; readonly known: readonly string[] }
  | { readonly what: "log_unusable"; readonly log: string; readonly because: string };

/** About checkpoints of a session. */
type CheckpointRefusal =
  /** `lookedFor`: one entry per layout. */
  | { readonly what: "no_layout"; readonly dir: string; readonly lookedFor: readonly string[] }
  | { readonly what: "session_has"; readonly dir: string; readonly files: readonly string[] }
  | { readonly what: "several_sessions"; readonly dir: string; readonly folders: readonly string[] }
  | { readonly what: "no_such_checkpoint"; readonly given: string; readonly known: readonly string[] }
  | { readonly what: "no_report"; readonly dir: string; readonly checkpoint: string | null }
  | { readonly what: "no_such_finding"; readonly given: string; readonly known: readonly string[] }
  | { readonly what: "no_reason"; readonly lacks: "by" | "because" };

/** About what lies on this machine: parked work, histories, the demo's agents. */
type MachineRefusal =
  | { readonly what: "parked_unreadable"; readonly message: string }
  | { readonly what: "not_recovered"; readonly message: string }
  | { readonly what: "nothing_to_recover"; readonly name: string; readonly known: readonly string[] }
  | { readonly what: "ambiguous_recovery"; readonly name: string; readonly fits: readonly string[] }
  | { readonly what: "unknown_parked"; readonly name: string; readonly known: readonly string[] }
  | { readonly what: "ambiguous_parked"; readonly name: string; readonly fits: readonly string[] }
  | { readonly what: "history_not_shared" }
  | { readonly what: "demo_agents_missing"; readonly lacks: "repository" | "agents" };
