/**
 * What one more attempt will cost, guessed from what attempts have used so far in this run: those of the task itself,
 * else those of the same agent and model, else those of the agent. And whether that fits into what is left of the budgets.
 * It reads running sums, never the history; where nothing was reported it says so and forbids nothing.
 */
import type { Because } from "../../domain/because.ts";
import type { Budget } from "../../domain/spec/plan.ts";
import { tokenText } from "../../domain/words/token-usage.ts";
import type { CostSum } from "../../domain/work/cost.ts";
import type { Usage } from "../../domain/work/outcome.ts";
import type { Work } from "../../domain/work/work.ts";
import type { State } from "../state.ts";
import { budgetOf, runBudget } from "./budget-of.ts";
import { costKey } from "./cost-sum.ts";
import { gangBudget, gangUsage } from "./parts/gang-budget.ts";
import { modelOf, tierOf } from "./tiers.ts";

export interface Expected {
  readonly tokens: number;
  /** Null where no price is known. */
  readonly usd: number | null;
  /** Whose attempts it was read from. */
  readonly from: string;
}

/** Null: nothing is known. `raised`: tiers above the task's present one. */
export function expectedOf(state: State, task: Work, raised = 0): Expected | null {
  const { agent } = task.spec;
  const priced = (state.spending.costs.get(agent)?.unpriced ?? 0) === 0;
  const { tokens, usd = 0 } = task.usage;
  const own: CostSum = {
    attempts: task.attempts - (task.attempt === null ? 0 : 1),
    tokens,
    usd,
    unpriced: priced ? 0 : 1,
  };
  const sofar = meanOf(own, "its attempts");
  if (raised === 0) return sofar ?? expectedBy(state, agent, modelOf(state.settings, task));
  return expectedRaised(state, task, raised, sofar);
}

/** By attempts with the higher model; else as many tokens as so far, at the higher price. */
function expectedRaised(state: State, task: Work, raised: number, sofar: Expected | null): Expected | null {
  const { settings, spending } = state;
  const { agent } = task.spec;
  const now = tierOf(settings, task);
  const next = tierOf(settings, task, raised);
  const same =
    next && meanOf(spending.costs.get(costKey(agent, next.model)), `attempts of ${agent} with ${next.model}`);
  if (same) return same;
  const known = sofar ?? expectedBy(state, agent, now?.model ?? null);
  if (known === null) return null;
  const ratio = next?.usdPerMillion && now?.usdPerMillion ? next.usdPerMillion / now.usdPerMillion : null;
  const usd = known.usd === null || ratio === null ? null : known.usd * ratio;
  return { tokens: known.tokens, usd, from: `${known.from}, at the price of ${next?.model ?? "the higher tier"}` };
}

/** Of an agent whose task is new. */
export function expectedBy({ spending: { costs } }: State, agent: string, model: string | null): Expected | null {
  const same = model === null ? null : meanOf(costs.get(costKey(agent, model)), `attempts of ${agent} with ${model}`);
  return same ?? meanOf(costs.get(agent), `attempts of ${agent}`);
}

export function meanOf(sum: CostSum | undefined, from: string): Expected | null {
  if (sum === undefined || sum.attempts === 0 || (sum.tokens === 0 && sum.usd === 0)) return null;
  const usd = sum.unpriced > 0 || sum.usd === 0 ? null : sum.usd / sum.attempts;
  return { tokens: Math.round(sum.tokens / sum.attempts), usd, from };
}

export interface Short {
  readonly whose: "task" | "gang" | "run";
  readonly left: string;
  readonly expected: string;
}

/** The budget that one more such attempt would exceed; null: none. */
export function shortOf(state: State, task: Work | null, expected: Expected | null): Short | null {
  if (expected === null) return null;
  const own = task && exceeds(budgetOf(task), task.usage, expected);
  if (own) return { whose: "task", ...own };
  const gang = task?.spec.gang;
  const shared = gang === undefined ? null : exceeds(gangBudget(state, gang), gangUsage(state, gang), expected);
  if (shared) return { whose: "gang", ...shared };
  const whole = exceeds(runBudget(state), state.spending.usage, expected);
  return whole && { whose: "run", ...whole };
}

function exceeds(budget: Budget, used: Usage, { tokens, usd }: Expected): Omit<Short, "whose"> | null {
  if (budget.usd !== undefined && usd !== null) {
    const left = budget.usd - (used.usd ?? 0);
    if (usd > left) return { left: dollars(Math.max(0, left)), expected: dollars(usd) };
  }
  if (budget.tokens === undefined) return null;
  const left = budget.tokens - used.tokens;
  return tokens > left ? { left: tokenText(Math.max(0, left)), expected: tokenText(tokens) } : null;
}

/** A decision with what it will cost by this guess. */
export function withCost(why: Because, expected: Expected | null): Because {
  if (expected === null) return { ...why, facts: { ...why.facts, cost: "unknown" } };
  const cost = expected.usd === null ? tokenText(expected.tokens) : dollars(expected.usd);
  return { ...why, facts: { ...why.facts, cost, cost_by: expected.from } };
}

function dollars(usd: number): string {
  return usd > 0 && usd < 0.01 ? "less than $0.01" : `$${usd.toFixed(2)}`;
}
