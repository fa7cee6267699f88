/**
 * What agents say while they work, beside the work itself: to all who come after them, to each other, to a person. Words
 * of agents, so nobody takes them for orders; what is kept of them is bounded.
 */

import type { TaskId } from "../../domain/spec/plan.ts";
import type { AttemptId } from "../../domain/work/attempt.ts";
import type { QuestionId } from "../../domain/work/question.ts";

/** What one found out that the others of the run should know. */
export interface Wisdom {
  readonly task: TaskId;
  readonly text: string;
  readonly at: number;
}

export interface Message {
  readonly from: TaskId;
  /** Null: all tasks of the run. */
  readonly to: TaskId | null;
  readonly text: string;
  readonly at: number;
}

/** A question that an agent at work had asked, and what a person said. */
export interface AnsweredQuestion {
  readonly question: QuestionId;
  readonly task: TaskId;
  /** Who was at work on the task when the answer came; null: nobody. */
  readonly attempt: AttemptId | null;
  readonly asked: string;
  readonly answer: string;
}

export interface Talk {
  /** Only ever added to, oldest first. */
  readonly wisdom: readonly Wisdom[];
  readonly messages: readonly Message[];
  /** The latest few. */
  readonly answers: readonly AnsweredQuestion[];
}

export const NO_TALK: Talk = { wisdom: [], messages: [], answers: [] };

/** How much agents may say. A task has its own bound, so that one agent cannot use up what is there for all. */
export const TALK_MAX = {
  wisdom: 200,
  wisdomPerTask: 40,
  wisdomLength: 1_000,
  messages: 300,
  messagesPerTask: 40,
  messageLength: 2_000,
  answers: 200,
  /** Open at once, of one task. */
  questionsPerTask: 5,
  questionLength: 4_000,
  /** Of one attempt: each replaces the one before. */
  results: 20,
  /** Of waiting for a person, so much is not counted as work of one attempt. */
  waitMs: 3_600_000,
} as const;
