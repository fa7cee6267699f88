/** What happens to budgets while a run is worked. */
import type { Caps, ProjectCap, SharedCap } from "../../domain/spec/caps.ts";
import type { Budget, TaskId } from "../../domain/spec/plan.ts";
import type { Elsewhere } from "./state.ts";

export type BudgetEvent =
  /** A person grants more. `task` null: to the run as a whole. */
  | {
      readonly type: "budget_granted";
      readonly grant: string;
      readonly task: TaskId | null;
      /** To all runs of the project together: for today, or for good. */
      readonly cap?: ProjectCap;
      /** To all tasks of this gang together. */
      readonly gang?: string;
      readonly more: Budget;
    }
  /** Four fifths of it are used. */
  | {
      readonly type: "budget_warned";
      readonly whose: "attempt" | "task" | "gang" | "run" | SharedCap;
      readonly task: TaskId | null;
      readonly gang?: string;
      readonly limit: string;
      readonly used: string;
    }
  /** What other runs of the project have used by now, and of the machine where its day is limited. */
  | ({ readonly type: "spent_elsewhere" } & Elsewhere)
  /** reeve.yaml says another budget of the run since it was opened. */
  | { readonly type: "budgets_edited"; readonly budgets: Budget; readonly caps?: Caps }
  /** The plan says other budgets of gangs; one that is not named has none. */
  | { readonly type: "gang_budgets_edited"; readonly budgets: Readonly<Record<string, Budget>> };
