/** What happens to budgets while a run is worked. */
import type { SharedCap } from "../../domain/spec/caps.ts";
import type { Budget, TaskId } from "../../domain/spec/plan.ts";
import type { Usage } from "../../domain/work/outcome.ts";

export type BudgetEvent =
  /** A person grants more. `task` null: to the run as a whole. */
  | {
      readonly type: "budget_granted";
      readonly grant: string;
      readonly task: TaskId | null;
      /** To all runs of the project together: for today, or for good. */
      readonly cap?: SharedCap;
      readonly more: Budget;
    }
  /** Four fifths of it are used. */
  | {
      readonly type: "budget_warned";
      readonly whose: "task" | "run" | "day" | "project";
      readonly task: TaskId | null;
      readonly limit: string;
      readonly used: string;
    }
  /** What other runs of the project have used by now. */
  | { readonly type: "spent_elsewhere"; readonly day: number; readonly today: Usage; readonly total: Usage }
  /** reeve.yaml says another budget of the run since it was opened. */
  | { readonly type: "budgets_edited"; readonly budgets: Budget };
