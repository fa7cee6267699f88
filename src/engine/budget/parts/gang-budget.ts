/** What a gang may use, and what its tasks have used together. Looks only, and judges nothing: folds count by it too. */
import type { Budget } from "../../../domain/spec/plan.ts";
import type { Attempt } from "../../../domain/work/attempt.ts";
import type { Usage } from "../../../domain/work/outcome.ts";
import { workOf } from "../../lookup.ts";
import type { State } from "../../state.ts";
import { raisedBy } from "../budget-sum.ts";

/** Nothing said: no limit. */
export function gangBudget({ plan, spending }: Pick<State, "plan" | "spending">, gang: string): Budget {
  const said = Object.hasOwn(plan.gangs, gang) ? plan.gangs[gang]?.budget : undefined;
  return said === undefined ? {} : raisedBy(said, spending.gangGrants?.[gang]);
}

export function gangUsage({ spending }: Pick<State, "spending">, gang: string): Usage {
  return spending.gangs?.[gang]?.usage ?? { tokens: 0, usd: 0 };
}

/** Those that have a limit of their own. */
export function budgetedGangs({ plan }: Pick<State, "plan">): readonly string[] {
  return Object.keys(plan.gangs).filter((gang) => plan.gangs[gang]?.budget !== undefined);
}

export function gangWorkedMs(state: State, gang: string, at: number): number {
  const live = gangAttempts(state, gang).map((attempt) => workedMsOf(attempt, at));
  return live.reduce((sum, ms) => sum + ms, state.spending.gangs?.[gang]?.workedMs ?? 0);
}

/** Those of its agents that use its time. */
export function gangAttempts(state: State, gang: string): readonly Attempt[] {
  return [...state.attempts.live.values()].filter(
    (attempt) => attempt.phase !== "deferred" && workOf(state, attempt).spec.gang === gang,
  );
}

/** While it waits for a person, sleeps or is paused it works on nothing. */
export function workedMsOf({ startedAt, pausedAt, waitedMs = 0, idleMs = 0 }: Attempt, at: number): number {
  return Math.max(0, (pausedAt ?? at) - startedAt - waitedMs - idleMs);
}
