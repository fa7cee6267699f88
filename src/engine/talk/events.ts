/** What goes between people, Reeve and agents beside the work itself. */

import type { TaskId } from "../../domain/spec/plan.ts";
import type { AttemptId } from "../../domain/work/attempt.ts";
import type { BlockedResult, DoneResult } from "../../domain/work/outcome.ts";
import type { QuestionId } from "../../domain/work/question.ts";
import type { Message, Wisdom } from "./talk.ts";

export type TalkEvent =
  | { readonly type: "result_reported"; readonly attempt: AttemptId; readonly result: DoneResult | BlockedResult }
  /** It waits for a person, which is not counted as its work: its deadline moves. */
  | {
      readonly type: "attempt_waits";
      readonly attempt: AttemptId;
      readonly question: QuestionId;
      readonly until: number;
      readonly deadlineAt: number;
    }
  | { readonly type: "wisdom_added"; readonly wisdom: Wisdom }
  | { readonly type: "message_sent"; readonly message: Message }
  | { readonly type: "callback_failed"; readonly message: string }
  /** This machine took no connections of agents for a moment. */
  | { readonly type: "door_troubled"; readonly message: string }
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
