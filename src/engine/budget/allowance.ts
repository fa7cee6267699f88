/**
 * What one attempt may still use: no more than is left of its own limit, its task's, its gang's, the day's, the project's and the machine's. A child's
 * budget comes out of its parent's. The run's own is counted beside it, for all at once. Looks only.
 */
import type { Money } from "../../domain/spec/caps.ts";
import type { Usage } from "../../domain/work/outcome.ts";
import type { Work } from "../../domain/work/work.ts";
import type { State } from "../state.ts";
import { budgetOf } from "./budget-of.ts";
import { capBudget, capUsage, SHARED_CAPS } from "./caps.ts";
import { gangBudget, gangUsage } from "./parts/gang-budget.ts";

/** As a total that counts from what the task has used: what is left grows and shrinks with what others do. */
export function allowanceOf(state: State, work: Work, at: number): Money {
  const { gang } = work.spec;
  const attempt = work.attempt === null ? undefined : state.attempts.live.get(work.attempt);
  const lefts: Money[] = [
    left(budgetOf(work), work.usage),
    left(state.settings.caps?.attempt ?? {}, attempt?.usage ?? NOTHING),
    gang === undefined ? {} : left(gangBudget(state, gang), gangUsage(state, gang)),
    ...SHARED_CAPS.map((cap) => left(capBudget(state, cap, at), capUsage(state, cap, at))),
  ];
  const total = (kind: "usd" | "tokens") => {
    const least = Math.min(...lefts.map((each) => each[kind] ?? Number.POSITIVE_INFINITY));
    return Number.isFinite(least) ? { [kind]: (work.usage[kind] ?? 0) + least } : {};
  };
  return { ...total("usd"), ...total("tokens") };
}

const NOTHING: Usage = { tokens: 0, usd: 0 };

function left({ usd, tokens }: Money, used: Usage): Money {
  return {
    ...(usd !== undefined && { usd: Math.max(0, usd - (used.usd ?? 0)) }),
    ...(tokens !== undefined && { tokens: Math.max(0, tokens - used.tokens) }),
  };
}
