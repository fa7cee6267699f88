/** What the run has used so far, by whom, and whether all of it could be priced. A slice of the state. */
import type { CostSum } from "../../domain/work/cost.ts";
import type { Usage } from "../../domain/work/outcome.ts";
import { mapSlice } from "../slice.ts";

export interface SpendingState {
  usage: Usage;
  /** By agent, and by agent and model: what their attempts used. */
  costs: Map<string, CostSum>;
  /** Some attempt's money could not be counted. */
  usdUnknown: boolean;
}

export const spendingSlice = mapSlice<SpendingState>(
  () => ({ usage: { tokens: 0, usd: 0 }, costs: new Map(), usdUnknown: false }),
  "costs",
);
