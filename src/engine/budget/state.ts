/** What the run has used so far, by whom, and whether all of it could be priced. A slice of the state. */
import type { Money } from "../../domain/spec/caps.ts";
import type { Budget } from "../../domain/spec/plan.ts";
import type { CostSum } from "../../domain/work/cost.ts";
import type { Usage } from "../../domain/work/outcome.ts";
import { mapSlice } from "../slice.ts";

export interface GangSpent {
  readonly usage: Usage;
  /** Of its agents that have ended, added up. */
  readonly workedMs: number;
}

export interface Elsewhere {
  readonly day: number;
  readonly today: Usage;
  readonly total: Usage;
  /** Where all projects of this machine share a day's limit: what it is, and what all other runs used of it. */
  readonly machine?: MachineDay;
}

export interface MachineDay {
  readonly limit: Money;
  readonly today: Usage;
}

export interface SpendingState {
  usage: Usage;
  /** By agent, and by agent and model: what their attempts used. */
  costs: Map<string, CostSum>;
  /** Some attempt's money could not be counted. */
  usdUnknown: boolean;
  /** What people granted to the run beside its budget; absent: nothing. */
  granted?: Budget;
  /** On the day it was last used something; absent: nothing yet. */
  today?: { readonly day: number; readonly usage: Usage };
  /** The time zone that days begin in; absent: UTC. */
  zone?: string;
  /** What other runs of the project used, on that day and ever; absent: nobody has said. */
  elsewhere?: Elsewhere;
  /** Dollars of the last minutes, in small steps; absent: none. */
  burn?: readonly { readonly at: number; readonly usd: number }[];
  /** Budgets of which four fifths were used, by name; absent: none. */
  warned?: readonly string[];
  /** Granted beside the limits that runs share; of a day, for that day. */
  capGrants?: { readonly project?: Budget; readonly day?: { readonly day: number; readonly budget: Budget } };
  /** What the tasks of each gang have used, whatever became of them; absent: nothing. */
  gangs?: Readonly<Record<string, GangSpent>>;
  /** What people granted to gangs beside their budgets; absent: nothing. */
  gangGrants?: Readonly<Record<string, Budget>>;
  /** The latest grants by name; absent: none. */
  grants?: readonly string[];
}

export const spendingSlice = mapSlice<SpendingState>(
  () => ({ usage: { tokens: 0, usd: 0 }, costs: new Map(), usdUnknown: false }),
  "costs",
);
