/**
 * The part of a run's budget that is kept for repair: fixes, retries and advisors may use it, work that has not failed may not.
 * So a run that nears its end can still mend what it broke. Looks only.
 */
import { type Because, because } from "../../../domain/because.ts";
import { tokenText } from "../../../domain/words/token-usage.ts";
import type { Task } from "../../../domain/work/task.ts";
import type { Work } from "../../../domain/work/work.ts";
import type { State } from "../../state.ts";
import { runBudget } from "../budget-of.ts";
import { overBudget } from "../over-budget.ts";

/** Why ordinary work stops now; null: there is room, or nothing is kept. */
export function keptForRepair(state: State): Because | null {
  const share = state.settings.caps?.repairShare ?? 0;
  const { usd, tokens } = runBudget(state);
  if (share === 0) return null;
  const free = {
    ...(usd !== undefined && { usd: part(usd, share) }),
    ...(tokens !== undefined && { tokens: Math.floor(part(tokens, share)) }),
  };
  const over = overBudget(free, state.spending.usage, { whose: "run" });
  if (over === null) return null;
  const kept = over.facts["limit"] === `$${free.usd}` ? `$${usd}` : tokenText(tokens ?? 0);
  return because("budget_exceeded", { ...over.facts, kept: `${Math.round(share * 100)} %`, limit: kept });
}

/** What was stopped for other reasons than its own has not failed. */
export function isRepair(work: Work): boolean {
  if (work.kind === "advisor") return true;
  const { fixes, counts } = work as Task;
  return fixes !== null || counts.retries > 0 || counts.evictions > 0 || counts.malformed > 0 || counts.raised > 0;
}

function part(limit: number, share: number): number {
  return Math.round(limit * (1 - share) * 1_000_000) / 1_000_000;
}
