/** What a person orders about a task. */
import type { TaskId } from "../../domain/spec/plan.ts";

export type TaskOrder =
  | {
      readonly type: "retry";
      readonly task: TaskId;
      readonly because: string;
      /** Absent: by the reason of the last end. */
      readonly changeset?: "keep" | "discard";
    }
  /** A person works on it themselves: its attempt ends, its work stays, and nobody starts until it is handed back. */
  | { readonly type: "take"; readonly task: TaskId }
  | { readonly type: "skip"; readonly task: TaskId; readonly because: string; readonly dependants: "end" | "go_on" };

export type TaskRefusal =
  | { readonly what: "unknown_task"; readonly task: string }
  | { readonly what: "task_done"; readonly task: string }
  /** It is in the merge queue: what would be true afterwards, nobody could say. */
  | { readonly what: "task_merging"; readonly task: string }
  | { readonly what: "task_busy"; readonly task: string; readonly status: string }
  | { readonly what: "no_reason"; readonly task: string; readonly known: readonly string[] }
  | { readonly what: "upstream_ended"; readonly task: string; readonly upstream: readonly string[] };
