/** What attempts have used so far in this run, as running sums; from them it is guessed what one more would use. */

export interface CostSum {
  /** Attempts that reported a use. */
  readonly attempts: number;
  readonly tokens: number;
  readonly usd: number;
  /** Of these, such as no price is known for. */
  readonly unpriced: number;
}

/** What an attempt did with its tools, as far as that could be told from their names. */
export interface ToolCounts {
  readonly read: number;
  readonly changed: number;
  readonly other: number;
}

/** How a task's latest attempt went beside its outcome: what it did, and whether part of what it was told was cut. */
export interface Handover extends ToolCounts {
  readonly cut: boolean;
}
