/** What only a person can answer. A question names the tasks that wait for it and what an answer will do. */
import type { Because } from "../because.ts";
import type { TaskId } from "../spec/plan.ts";
import type { ReplanId } from "../spec/replan.ts";

export type QuestionId = `q${number}`;

export type Question =
  /** How these tasks are to be worked on. */
  | (Asked & { readonly kind: "task" })
  /** A person must fix this agent's login or account: none of its tasks starts before it is answered. */
  | (Asked & { readonly kind: "login"; readonly agent: string })
  /** What these agents need to work is missing, seen before they start: none of their tasks starts before it is there. */
  | (Asked & { readonly kind: "ready"; readonly agents: readonly string[]; readonly missing: string })
  /** How a halted run is to be worked on. */
  | (Asked & { readonly kind: "halt" })
  /** The integrated work is red, or does not fit together. */
  | (Asked & { readonly kind: "whole" })
  /** A task's agent asks while it works, and does not end: nothing waits. */
  | (Asked & { readonly kind: "agent"; readonly asker: TaskId })
  /** The limit of this account has reset; whether its tasks start. */
  | (Asked & { readonly kind: "account"; readonly account: string })
  /** It has not been reachable for long; whether tasks that need it start all the same. */
  | (Asked & { readonly kind: "endpoint"; readonly endpoint: string })
  /** Whether the run may grow as much again; who failed waits for its fix. */
  | (Asked & { readonly kind: "growth" })
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
  /** What was found round by round, line by line; absent: there were no rounds. */
  readonly table?: readonly string[];
  readonly askedAt: number;
  /** A person knows of it: it is not raised again. Absent: nobody has said so. */
  readonly ackedAt?: number;
}

/** Agents of which nothing starts before it is answered. */
export function heldBy(question: Question): readonly string[] {
  if (question.kind === "login") return [question.agent];
  return question.kind === "ready" ? question.agents : [];
}
