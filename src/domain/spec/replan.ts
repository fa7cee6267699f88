/**
 * A change of the plan that is being worked, as a planning agent proposes it: what would be added, changed and removed,
 * and what is remembered of it until a person has said yes or no. Names only.
 */
import type { Because } from "../because.ts";
import type { QuestionId } from "../work/question.ts";
import type { PlannerAnswer } from "../work/role-answers.ts";
import type { Contract, TaskId, TaskSpec } from "./plan.ts";

export type ReplanId = `n${number}`;

export interface PlanChange {
  readonly added: readonly TaskSpec[];
  readonly changed: readonly TaskSpec[];
  /** Not begun: they leave the plan. */
  readonly removed: readonly TaskId[];
  /** Begun, and replaced by new tasks: they end, and their work stays where it is. */
  readonly retired: readonly TaskId[];
  /** The task that a new one replaces; it takes over that one's counts and budget. */
  readonly lineage: readonly { readonly task: TaskId; readonly from: TaskId }[];
  /** Absent: as it was. */
  readonly contract?: Contract;
}

/** Proposed, and not yet decided. */
export interface Replan {
  readonly id: ReplanId;
  /** The task that led to it. */
  readonly about: TaskId;
  readonly because: Because;
  /** What trying that task again counts: nothing where it was blocked. */
  readonly retries: 0 | 1;
  /** Merged again when it is approved, because tasks may have begun since. */
  readonly answer: PlannerAnswer;
  readonly change: PlanChange;
  /** One line for people. */
  readonly summary: string;
  /** Null: it needed no approval. */
  readonly question: QuestionId | null;
  readonly proposedAt: number;
}
