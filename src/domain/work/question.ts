/** What only a person can answer. A question names the tasks that wait for it and what an answer will do. */
import type { Because } from "../because.ts";
import type { TaskId } from "../spec/plan.ts";
import type { ReplanId } from "../spec/replan.ts";

export type QuestionId = `q${number}`;

export type Question =
  /** How these tasks are to be worked on. */
  | (Asked & { readonly kind: "task" })
  /** The login or the account of this agent has to be seen to: none of its tasks starts before it is answered. */
  | (Asked & { readonly kind: "login"; readonly agent: string })
  /** How a halted run is to be worked on. */
  | (Asked & { readonly kind: "halt" })
  /** The integrated work is red, or does not fit together. */
  | (Asked & { readonly kind: "whole" })
  /** The agent of a task asks while it works and does not end for it: nobody waits. */
  | (Asked & { readonly kind: "agent"; readonly asker: TaskId })
  /** The limit of this account has reset; whether its tasks start. */
  | (Asked & { readonly kind: "account"; readonly account: string })
  /** Whether this change of the plan is made. */
  | (Asked & { readonly kind: "replan"; readonly replan: ReplanId });

export type QuestionKind = Question["kind"];
export type QuestionOf<K extends QuestionKind> = Extract<Question, { kind: K }>;

interface Asked {
  readonly id: QuestionId;
  /** Who waits for the answer; empty: nobody. */
  readonly tasks: readonly TaskId[];
  /** The words of whoever asks; null where the question follows from `because`. */
  readonly text: string | null;
  readonly options: readonly string[];
  readonly because: Because;
  readonly askedAt: number;
}
