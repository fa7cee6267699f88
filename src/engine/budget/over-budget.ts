/** Whether more was used than a budget allows, and whose budget that is. */
import { type Because, because } from "../../domain/because.ts";
import type { Budget } from "../../domain/spec/plan.ts";
import { tokenText } from "../../domain/words/token-usage.ts";
import type { Usage } from "../../domain/work/outcome.ts";
import type { Work } from "../../domain/work/work.ts";
import type { State } from "../state.ts";
import { budgetOf, runBudget } from "./budget-of.ts";

/** Of its own budget; what the run may use is another matter. */
export function taskOverBudget(work: Work, used: Usage = work.usage): Because | null {
  return overBudget(budgetOf(work), used, { whose: "task", task: work.id });
}

export function runOverBudget(state: State, used: Usage = state.spending.usage): Because | null {
  return overBudget(runBudget(state), used, { whose: "run" });
}

const NOBODYS: ReadonlySet<string> = new Set(["gang", "run", "day", "project", "machine"]);

/** The limit of several together is reached, of a gang, a run or more: nobody who works in it did anything wrong by that. */
export function isShared({ rule, facts }: Because): boolean {
  return rule === "budget_exceeded" && NOBODYS.has(`${facts["whose"]}`);
}

export function overBudget(
  budget: Budget,
  { tokens, usd = 0, estimated }: Usage,
  whose: Because["facts"],
): Because | null {
  if (budget.tokens !== undefined && tokens > budget.tokens)
    return because("budget_exceeded", { limit: tokenText(budget.tokens), used: tokenText(tokens), ...whose });
  if (budget.usd === undefined || usd <= budget.usd) return null;
  const about = estimated ? "about " : "";
  return because("budget_exceeded", { limit: `$${budget.usd}`, used: `${about}$${usd.toFixed(2)}`, ...whose });
}
