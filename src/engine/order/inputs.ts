/** What a person orders about budgets, about attempts at work, and about the plan itself. Who is meant is told by name. */
import type { Caps } from "../../domain/spec/caps.ts";
import type { Budget, Plan, TaskSpec } from "../../domain/spec/plan.ts";
import type { AttemptId } from "../../domain/work/attempt.ts";
import type { CutReason } from "../../domain/work/cut.ts";

export type PersonOrder =
  /** More to spend: to a task, to a gang that has a budget or else to each of its tasks, or to the run. `grant`: its own name; taken twice it counts once. */
  | {
      readonly type: "grant";
      readonly grant: string;
      readonly to: string;
      readonly more: Budget;
      readonly early?: true;
    }
  /** One task more, by hand. */
  | { readonly type: "add"; readonly task: TaskSpec }
  | EditPlan
  /** Ends attempts at work, of a task or a gang. */
  | {
      readonly type: "cut";
      readonly target: string;
      /** Null: none was given. */
      readonly reason: CutReason | null;
      readonly said: string;
      /** Those that were at work when it was said; one that started since is not meant. Absent: whoever is at work. */
      readonly attempts?: readonly AttemptId[];
    };

/** The files a person writes, as they are now. */
export interface EditPlan {
  readonly type: "edit_plan";
  readonly plan: Plan;
  readonly hash: string;
  /** The run's own, in reeve.yaml. */
  readonly budgets: Budget;
  /** What it shares with others, and what one attempt may; absent: as it was. */
  readonly caps?: Caps;
  readonly early?: true;
  /** Of a Reeve that is about to open the run: agents it will have, with their tiers. Absent: those the run has. */
  readonly agents?: Readonly<Record<string, readonly string[]>>;
}

export type PersonRefusal =
  | { readonly what: "unknown_target"; readonly name: string }
  /** What is to be granted is nothing, or no amount at all. */
  | { readonly what: "no_amount"; readonly to: string }
  /** It has no limit of these kinds that could be raised. */
  | { readonly what: "no_budget"; readonly to: string; readonly kinds: readonly string[] }
  | { readonly what: "task_ended"; readonly task: string; readonly status: string }
  /** A task that cannot be added as it is said. */
  | { readonly what: "unfit_task"; readonly task: string; readonly problems: readonly string[] }
  | { readonly what: "no_cut_reason"; readonly target: string }
  | { readonly what: "no_feedback"; readonly target: string; readonly reason: string }
  /** `status` null: of several. `ending`: some are being ended already. */
  | {
      readonly what: "not_running";
      readonly target: string;
      readonly status: string | null;
      readonly ending: boolean;
    };
