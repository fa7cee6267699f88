/** Limits of spending beside a run's own budget: of one attempt, of a day and of the project over all its runs, and of how fast. */
import type { Budget } from "./plan.ts";

export type Money = Pick<Budget, "usd" | "tokens">;

export interface Caps {
  readonly attempt?: Budget;
  /** Of all runs of the project together, from midnight to midnight UTC. */
  readonly day?: Money;
  /** Of all runs of the project together. */
  readonly project?: Money;
  /** Dollars a minute, over the last five minutes. */
  readonly usdPerMinute?: number;
  /** This part of the run's money and tokens is kept for repair: tasks that have not failed stop short of it. Absent: none is. */
  readonly repairShare?: number;
}

/** Those that several runs share. */
export type SharedCap = "day" | "project";

const DAY_MS = 86_400_000;

export function dayOf(at: number): number {
  return Math.floor(at / DAY_MS);
}
