/** What becomes of questions to a person. Part of `Event`. */
import type { Because } from "../../domain/because.ts";
import type { TaskId } from "../../domain/spec/plan.ts";
import type { Question, QuestionId } from "../../domain/work/question.ts";

export type QuestionEvent =
  | { readonly type: "question_asked"; readonly question: Question }
  /** One more task that waits for the same answer; no task starts with this agent before it. */
  | {
      readonly type: "question_joined";
      readonly agent: string;
      readonly question: QuestionId;
      readonly task: TaskId;
      readonly because: Because;
    }
  /** What an agent had asked while it worked is what its task waits for, now that the agent has ended. */
  | {
      readonly type: "question_awaited";
      readonly question: QuestionId;
      readonly task: TaskId;
      readonly because: Because;
    }
  | {
      readonly type: "question_answered";
      readonly question: QuestionId;
      readonly text: string;
      /** What is kept for the task whose agent asked while it worked. */
      readonly note?: string;
    }
  /** A person knows of it; it stays open and is not raised again. */
  | { readonly type: "question_acknowledged"; readonly question: QuestionId }
  /** Its task ended without the answer. */
  | { readonly type: "question_withdrawn"; readonly question: QuestionId; readonly task: TaskId };
