/** What happens to changes of the plan that is being worked. */
import type { Because } from "../../domain/because.ts";
import type { TaskId, TaskSpec } from "../../domain/spec/plan.ts";
import type { PlanChange, Replan, ReplanId } from "../../domain/spec/replan.ts";

export type ReplanEvent =
  /** A planner wants the plan changed, and that can be done. */
  | { readonly type: "replan_proposed"; readonly replan: Replan }
  /** Refused, overtaken by the work, or no task waits for it any longer. */
  | { readonly type: "replan_dropped"; readonly replan: ReplanId; readonly about: TaskId; readonly because: Because }
  | PlanChanged;

interface PlanFile {
  readonly hash: string;
  /** What it says of tasks that do not get all of it. */
  readonly written: readonly TaskSpec[];
}

/** From now on this is the plan. */
interface PlanChanged extends PlanChange {
  readonly type: "plan_changed";
  /** The proposal it was; absent: a person's own word. */
  readonly replan?: ReplanId;
  readonly about?: TaskId;
  readonly because: Because;
  /** The plan file a person changed, as it is from now on. */
  readonly file?: PlanFile;
  /** What the first one that stands for the task it is about begins with. Absent: nothing more than was used. */
  readonly retries?: 0 | 1;
}
