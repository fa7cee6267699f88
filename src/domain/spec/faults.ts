/**
 * What goes wrong in a simulated run, how often, and what everything takes: `faults.yaml`, checked and complete. Data
 * only; who plays it is `engine/simulate-policy`.
 */
import type { FailureClass, RestartKind } from "../proof/failure.ts";
import type { TaskId } from "./plan.ts";

export interface Faults {
  /** What an attempt takes in which nothing goes wrong. */
  readonly attempt: Takes;
  /** Looking at a task's work, and merging it. */
  readonly verifyMinutes: Spread;
  readonly mergeMinutes: Spread;
  /** Each model tier above the plan's own multiplies what an attempt costs. */
  readonly raisedUsdFactor: number;
  /** Null: the person never answers. */
  readonly answersAfterMinutes: number | null;
  /** A run that has not come to its end by then is counted as not done. */
  readonly horizonHours: number;
  readonly faults: readonly Fault[];
}

export interface Takes {
  readonly minutes: Spread;
  readonly usd: Spread;
  readonly tokens: Spread;
}

/** A number that is drawn: always the same, anything between two, or most near the median with a long tail. */
export type Spread =
  | { readonly kind: "exact"; readonly value: number }
  | { readonly kind: "between"; readonly min: number; readonly max: number }
  | { readonly kind: "tail"; readonly median: number; readonly p90: number };

/** fails: the agent itself · gate: it says done and is not · merge: sent back by the queue · blocked: it asks · lost: it vanishes. */
export const FAULT_KINDS = ["fails", "gate", "merge", "blocked", "lost"] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

export interface Fault {
  readonly how: FaultKind;
  readonly class: FailureClass;
  /** Absent: what the class deserves by default. */
  readonly restart?: RestartKind;
  readonly subject?: string;
  /** The line that is read of it; absent: what tools usually print for the class. */
  readonly text?: string;
  /** Of an attempt that meets it; where it is shared: of a run that has the cause. */
  readonly probability: number;
  /** Of an attempt that knows it failed by this before; absent: as any other. */
  readonly afterFailure?: number;
  /** Of an attempt on a higher model tier than the plan's; absent: as any other. */
  readonly whenRaised?: number;
  /** Which tasks can meet it at all; null: every one. */
  readonly tasks: readonly TaskId[] | null;
  /** A usage limit says when it resets. */
  readonly retryAfterMinutes?: number;
  /** What an attempt takes that meets it; absent: as much as any. */
  readonly takes: Partial<Takes>;
  /** One cause for all, there until it is mended; null: each attempt meets it or not. */
  readonly shared: SharedCause | null;
}

export interface SharedCause {
  /** An attempt that knows of it mends it in passing; once that is merged, it is mended for all. */
  readonly mendedAlone: number;
  /** A task made to fix it does fix it. */
  readonly mendedByFix: number;
  /** Gone when this task is done. */
  readonly madeBy: TaskId | null;
  /** Gone by itself. */
  readonly lastsMinutes: number | null;
}
