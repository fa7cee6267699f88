/** What is reported and what happens when agents call back while they work. Parts of `Input` and of `Event`. */
import type { AttemptId } from "../../domain/attempt.ts";
import type { BlockedReason, BlockedResult, DoneResult } from "../../domain/outcome.ts";
import type { TaskId } from "../../domain/plan.ts";
import type { QuestionId } from "../../domain/question.ts";
import type { Message, Wisdom } from "../../domain/talk.ts";

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
  /** Agents of this run cannot call back; they go on without. */
  | { readonly type: "callback_failed"; readonly message: string };

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
  | { readonly type: "callback_failed"; readonly message: string };

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
