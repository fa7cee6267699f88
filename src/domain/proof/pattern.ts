/** Failures with one root cause, and what is done about it: one fix, for which all that it concerns wait. */

import type { TaskId } from "../spec/plan.ts";
import type { Entity, FailureClass } from "./failure.ts";

export type PatternId = `p${number}`;

export interface Pattern {
  readonly id: PatternId;
  /** What the cause is called wherever it is met. */
  readonly group: string;
  /** Other names of it: an advisor found that they are the same. */
  readonly also?: readonly string[];
  readonly kind: string;
  /** One sentence. */
  readonly rootCause: string;
  /** Tasks that failed by it, as known when it was found; others join. */
  readonly members: TaskId[];
  /** Tasks that had not begun and would likely fail by it. */
  readonly held: readonly TaskId[];
  readonly fix: TaskId;
  readonly foundAt: number;
}

/** A failure of a task that is not done, as far as it may have its cause in common with others. */
export interface FailureNote {
  /** The attempt it belongs to. */
  readonly id: string;
  readonly task: TaskId;
  readonly class: FailureClass;
  readonly subject?: string;
  /** What it names, the likeliest to be its cause first. Absent: nothing, or nobody looked. */
  readonly entities?: readonly Entity[];
  readonly text: string;
  readonly at: number;
}
