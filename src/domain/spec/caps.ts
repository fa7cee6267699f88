/** Limits of spending beside a run's own budget: of one attempt, of a day and of the project over all its runs, and of how fast. */
import type { Budget } from "./plan.ts";

export type Money = Pick<Budget, "usd" | "tokens">;

export interface Caps {
  readonly attempt?: Budget;
  /** Of all runs of the project together, from midnight to midnight where the machine is. */
  readonly day?: Money;
  /** Of all runs of the project together. */
  readonly project?: Money;
  /** Dollars a minute, over the last five minutes. */
  readonly usdPerMinute?: number;
  /** This part of the run's money and tokens is kept for repair: tasks that have not failed stop short of it. Absent: none is. */
  readonly repairShare?: number;
}

/** Those that several runs share: of the project in a day and ever, of all projects of this machine in a day. */
export type SharedCap = "day" | "project" | "machine";

/** Those that reeve.yaml says; the machine's is said to the machine. */
export type ProjectCap = Exclude<SharedCap, "machine">;
