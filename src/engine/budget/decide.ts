/** What other runs of the project have used: remembered where it has changed, because limits may be shared. */
import { TAKEN } from "../input.ts";
import type { Decide } from "../tables.ts";
import type { BudgetInput } from "./inputs.ts";

export const decide: Decide<BudgetInput> = {
  spent_elsewhere({ state, emit }, { day, today, total }) {
    const known = state.spending.elsewhere;
    const isSame = known?.day === day && known.total.tokens === total.tokens && known.total.usd === total.usd;
    if (!isSame) emit({ type: "spent_elsewhere", day, today, total });
    return TAKEN;
  },
};
