/** What other runs of the project have used: remembered where it has changed, because limits may be shared. */
import type { Usage } from "../../domain/work/outcome.ts";
import { TAKEN } from "../input.ts";
import type { Decide } from "../tables.ts";
import type { BudgetInput } from "./inputs.ts";
import type { Elsewhere } from "./state.ts";

export const decide: Decide<BudgetInput> = {
  spent_elsewhere({ state, emit }, { type, ...heard }) {
    if (!isSame(state.spending.elsewhere, heard)) emit({ type, ...heard });
    return TAKEN;
  },
};

function isSame(known: Elsewhere | undefined, heard: Elsewhere): boolean {
  if (known?.day !== heard.day || !isSameUsage(known.total, heard.total)) return false;
  const [one, other] = [known.machine, heard.machine];
  if (one === undefined || other === undefined) return one === other;
  const isSameLimit = one.limit.usd === other.limit.usd && one.limit.tokens === other.limit.tokens;
  return isSameLimit && isSameUsage(one.today, other.today);
}

function isSameUsage(one: Usage, other: Usage): boolean {
  return one.tokens === other.tokens && one.usd === other.usd;
}
