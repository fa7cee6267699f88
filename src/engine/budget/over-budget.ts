/** Whether more was used than a budget allows. */
import { type Because, because } from "../../domain/because.ts";
import type { Budget } from "../../domain/spec/plan.ts";
import { tokenText } from "../../domain/words/token-usage.ts";

export function overBudget(budget: Budget, used: { tokens: number; usd?: number }): Because | null {
  if (budget.tokens !== undefined && used.tokens > budget.tokens)
    return because("budget_exceeded", { limit: tokenText(budget.tokens), used: tokenText(used.tokens) });
  if (budget.usd !== undefined && (used.usd ?? 0) > budget.usd)
    return because("budget_exceeded", { limit: `$${budget.usd}`, used: `$${(used.usd ?? 0).toFixed(2)}` });
  return null;
}
