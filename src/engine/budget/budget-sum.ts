/** Budgets as sums: what was given and what was granted beside it. A kind that is not limited stays so. Arithmetic only. */
import type { Budget } from "../../domain/spec/plan.ts";

export const BUDGET_KINDS = ["usd", "tokens", "minutes"] as const;
export type BudgetKind = (typeof BUDGET_KINDS)[number];

/** Two grants as one: a kind that only one of them has is that one's. */
export function withGrant(granted: Budget, more: Budget): Budget {
  return fromKinds((kind) => {
    const [before, added] = [granted[kind], more[kind]];
    return before === undefined && added === undefined ? undefined : exact((before ?? 0) + (added ?? 0));
  });
}

/** What may be used in all. Where there was no limit a grant makes none. */
export function raisedBy(budget: Budget, granted: Budget = {}): Budget {
  return fromKinds((kind) => {
    const limit = budget[kind];
    return limit === undefined ? undefined : exact(limit + (granted[kind] ?? 0));
  });
}

/** The newest word counts: of a kind whose limit was said anew, nothing granted before is left. */
export function withoutKinds(granted: Budget, before: Budget, after: Budget): Budget {
  return fromKinds((kind) => (before[kind] === after[kind] ? granted[kind] : undefined));
}

function fromKinds(value: (kind: BudgetKind) => number | undefined): Budget {
  const kinds = BUDGET_KINDS.flatMap((kind) => {
    const limit = value(kind);
    return limit === undefined ? [] : [[kind, limit] as const];
  });
  return Object.fromEntries(kinds);
}

/** 0.1 + 0.2 is 0.3 for whoever pays. */
function exact(sum: number): number {
  return Math.round(sum * 1_000_000) / 1_000_000;
}
