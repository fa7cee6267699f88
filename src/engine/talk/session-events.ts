/** Events about what goes between Reeve and an agent beside its work: what its driver notes, and what people tell it. */
import type { AttemptId } from "../../domain/attempt.ts";
import type { TaskId } from "../../domain/plan.ts";

export type SessionEvent =
  /** Something a person should know that is no work of the agent's: a session that was gone and begun anew. */
  | { readonly type: "attempt_noted"; readonly attempt: AttemptId; readonly text: string }
  /** A person said something to it. Attempts that begin later are told in any case; `to`: this one while it works. */
  | {
      readonly type: "task_told";
      readonly task: TaskId;
      readonly message: string;
      readonly text: string;
      readonly to: AttemptId | null;
    }
  /** What became of it. cannot: this kind of agent hears nothing while it works. */
  | { readonly type: "attempt_told"; readonly attempt: AttemptId; readonly message: string; readonly how: Told };

export type Told = "sent" | "cannot" | "not_running";
