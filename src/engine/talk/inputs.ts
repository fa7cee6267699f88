/** What agents say while they work, what their drivers note, and what people tell them. */

import type { TaskId } from "../../domain/spec/plan.ts";
import type { AttemptId } from "../../domain/work/attempt.ts";
import type { BlockedReason, BlockedResult, DoneResult } from "../../domain/work/outcome.ts";
import type { Told } from "./events.ts";

export type TalkInput =
  /** Before its end: it counts even if the agent then crashes. */
  | { readonly type: "result_reported"; readonly attempt: AttemptId; readonly result: DoneResult | BlockedResult }
  | {
      readonly type: "agent_asked";
      readonly attempt: AttemptId;
      readonly text: string;
      readonly options: readonly string[];
      /** 0: it goes on with other work. */
      readonly waitMs: number;
      /** It can do nothing else before the answer; absent: it can. */
      readonly blocked?: BlockedReason;
    }
  | { readonly type: "agent_learned"; readonly attempt: AttemptId; readonly text: string }
  | {
      readonly type: "agent_wrote";
      readonly attempt: AttemptId;
      readonly to: TaskId | null;
      readonly text: string;
    }
  /** Agents of this run cannot call back; they work without. */
  | { readonly type: "callback_failed"; readonly message: string }
  /** This machine took no connections of agents for a moment. */
  | { readonly type: "door_troubled"; readonly message: string }
  | { readonly type: "attempt_noted"; readonly attempt: AttemptId; readonly text: string }
  | { readonly type: "attempt_told"; readonly attempt: AttemptId; readonly message: string; readonly how: Told };

/** To its agent, while it works where that is possible, and to those after it. Said twice under one name it counts once. */
export type TalkOrder = {
  readonly type: "tell";
  readonly task: TaskId;
  readonly message: string;
  readonly text: string;
};

/** Why an agent's word was not taken. */
export type TalkRefusal =
  | { readonly what: "attempt_over"; readonly attempt: string }
  /** The run is to be worked without asking anybody. */
  | { readonly what: "nobody_to_ask" }
  /** Rules, advisors and the planner come before a person. */
  | { readonly what: "not_for_a_person" }
  | {
      readonly what: "said_enough";
      readonly kind: "wisdom" | "messages" | "questions" | "results";
      readonly limit: number;
    };
