/** Where the money of a run went: into work that is done, into tries before it, into what is open, into what was given up. Pure. */
import type { FleetView } from "../../app/look/fleet-view.ts";
import type { RunHistory } from "../../app/look/history/run-history.ts";
import { spentText } from "../../domain/words/spent.ts";
import { tokenText } from "../../domain/words/token-usage.ts";

export interface Money {
  /** `$13.70`, `at least $3`, tokens where no dollar is known. */
  readonly total: string;
  /** `of $20`; null: the run has no budget in dollars. */
  readonly budget: string | null;
  readonly parts: readonly { readonly kind: MoneyKind; readonly label: string; readonly usd: number }[];
  /** By agent and model, the dearest first. */
  readonly spenders: readonly { readonly who: string; readonly used: string }[];
}

export type MoneyKind = "done" | "open" | "again" | "given_up" | "advice";

const LABELS: Readonly<Record<MoneyKind, string>> = {
  done: "work that is done",
  open: "work still open",
  again: "further tries",
  given_up: "given up",
  advice: "advisors",
};

export function moneyOf(view: FleetView, history: RunHistory): Money {
  const { usage, budgets } = view;
  const known = usage.usdKnown >= 0.005;
  const least = usage.usd === null && known ? "at least " : "";
  return {
    total: known
      ? `${least}$${usage.usdKnown.toFixed(2)}`
      : usage.tokens > 0
        ? tokenText(usage.tokens)
        : "nothing told",
    budget: budgets.usd === undefined ? null : `of $${budgets.usd}`,
    parts: known ? partsOf(view, history) : [],
    spenders: [...history.spent.values()]
      .filter(({ usd, tokens }) => usd > 0 || tokens > 0)
      .toSorted((a, b) => b.usd - a.usd || b.tokens - a.tokens)
      .map(({ agent, model, usd, tokens }) => ({
        who: model === null ? agent : `${agent} (${model})`,
        used: spentText({ tokens, usd: usd > 0 ? usd : null, usdKnown: usd }),
      })),
  };
}

/** Of a task that is done, its last attempt made it so; those before it were tries. */
function partsOf({ tasks, usage }: FleetView, history: RunHistory): Money["parts"] {
  const sums: Record<MoneyKind, number> = { done: 0, open: 0, again: 0, given_up: 0, advice: 0 };
  for (const { id, state } of tasks) {
    const attempts = history.tasks.get(id)?.attempts ?? [];
    attempts.forEach(({ usage: used }, at) => {
      const isLast = at === attempts.length - 1;
      const kind = state === "done" ? (isLast ? "done" : "again") : isGone(state) ? "given_up" : "open";
      sums[kind] += used.usd ?? 0;
    });
  }
  const told = Object.values(sums).reduce((all, each) => all + each, 0);
  sums.advice = Math.max(0, usage.usdKnown - told);
  return (Object.keys(sums) as MoneyKind[])
    .map((kind) => ({ kind, label: LABELS[kind], usd: sums[kind] }))
    .filter(({ usd }) => usd >= 0.005);
}

function isGone(state: string): boolean {
  return state === "failed" || state === "skipped";
}
