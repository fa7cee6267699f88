/** What happens in the supervision tree. */
import type { Because } from "../../domain/because.ts";
import type { Monitor } from "../../domain/tree/monitor.ts";
import type { SupervisorSpec, TreeFact, TreePath } from "../../domain/tree/tree.ts";
import type { WorkRef } from "../../domain/work/work.ts";

export type TreeEvent =
  | { readonly type: "tree_planted"; readonly spec: SupervisorSpec }
  | { readonly type: "tree_changed"; readonly facts: readonly TreeFact[] }
  /** It threw, or did not come back in time; what follows is the tree's. */
  | { readonly type: "monitor_failed"; readonly monitor: Monitor; readonly message: string }
  | {
      readonly type: "restart_scheduled";
      readonly path: TreePath;
      /** The tree's own name for it; null: at once. */
      readonly timer: string | null;
      readonly at: number;
      readonly delayMs: number;
      readonly count: number;
      /** Null: one of Reeve's own children. */
      readonly of: WorkRef | null;
    }
  /** The tree has nothing more to do with it, though nothing else happened to it. */
  | (WorkRef & { readonly type: "left_tree" })
  | {
      readonly type: "supervisor_gave_up";
      readonly path: TreePath;
      /** Whose failure was one too many; null: one of Reeve's own children. */
      readonly last: WorkRef | null;
      readonly because: Because;
    };
