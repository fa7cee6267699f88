/** What happens in the supervision tree. */
import type { Because } from "../../domain/because.ts";
import type { TaskId } from "../../domain/plan.ts";
import type { SupervisorSpec, TreeFact, TreePath } from "../../domain/tree.ts";

export type TreeEvent =
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
  | { readonly type: "supervisor_gave_up"; readonly path: TreePath; readonly because: Because };
