/** Limits of spending beside a run's own budget: of one attempt, of a day and of the project over all its runs, and of how fast. */
import type { Budget } from "./plan.ts";

export type Money = Pick<Budget, "usd" | "tokens">;

export interface Caps {
  readonly attempt?: Money;
  /** Of all runs of the project together, from midnight to midnight UTC. */
  readonly day?: Money;
  /** Of all runs of the project together. */
  readonly project?: Money;
  /** Dollars a minute, over the last five minutes. */
  readonly usdPerMinute?: number;
}

/** Those that several runs share. */
export type SharedCap = "day" | "project";

const DAY_MS = 86_400_000;

export function dayOf(at: number): number {
  return Math.floor(at / DAY_MS);
}
