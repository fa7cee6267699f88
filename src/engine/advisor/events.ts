/** That somebody who reads and thinks is asked, and what comes of it. */
import type { TaskId, TaskSpec } from "../../domain/plan.ts";
import type { Advises } from "../../domain/task.ts";

export type AdvisorEvent =
  /** Before it goes on with this task, Reeve asks somebody who reads and thinks. */
  | { readonly type: "advice_asked"; readonly advisor: TaskSpec; readonly advises: Advises }
  | { readonly type: "advice_given"; readonly task: TaskId; readonly advisor: TaskId; readonly text: string }
  /** An advisor named a task that is not there, or wanted something that cannot be. */
  | { readonly type: "action_refused"; readonly task: TaskId; readonly action: string; readonly why: string };
