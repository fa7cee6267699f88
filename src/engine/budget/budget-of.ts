/** What a task and a run may use by now: what the files say and what people granted since. Looks only. */
import type { Budget } from "../../domain/spec/plan.ts";
import type { Work } from "../../domain/work/work.ts";
import type { State } from "../state.ts";
import { raisedBy } from "./budget-sum.ts";

/** Of a task or an advisor, its own; the run's limits it too. */
export function budgetOf({ spec, granted }: Pick<Work, "spec" | "granted">): Budget {
  return raisedBy(spec.budget, granted);
}

export function runBudget({ settings, spending }: Pick<State, "settings" | "spending">): Budget {
  return raisedBy(settings.budgets, spending.granted);
}
