/** Limits that a run shares with others: of the project in a day and ever, of all projects of this machine in a day. Part of `projectFleet`. */
import type { SharedCap } from "../../../domain/spec/caps.ts";
import type { Budget } from "../../../domain/spec/plan.ts";
import type { Usage } from "../../../domain/work/outcome.ts";
import { capBudget, capUsage, SHARED_CAPS } from "../../../engine/budget/caps.ts";
import type { State } from "../../../engine/state.ts";

export interface CapView {
  readonly whose: SharedCap;
  readonly limit: Budget;
  /** By all runs that share it, as far as this one has heard. */
  readonly used: Usage;
}

/** Those that have a limit. */
export function capsView(state: State): CapView[] {
  const at = state.run.heardAt;
  return SHARED_CAPS.flatMap((whose) => {
    const limit = capBudget(state, whose, at);
    const isLimited = limit.usd !== undefined || limit.tokens !== undefined;
    return isLimited ? [{ whose, limit, used: capUsage(state, whose, at) }] : [];
  });
}
