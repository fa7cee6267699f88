/** Budgets of which four fifths are used, before they stop anything. Part of `attention`. */
import type { FleetView } from "../../app/look/fleet-view.ts";
import type { SharedCap } from "../../domain/spec/caps.ts";
import { acts } from "./act.ts";
import type { AttentionRow } from "./attention.ts";
import { row } from "./attention-row.ts";

const WARN_SHARE = 0.8;

export function moneyRows(view: FleetView): AttentionRow[] {
  if (view.run.phase === "ended" || view.run.phase === "halted") return [];
  const { usd } = view.budgets;
  const used = view.usage.usdKnown;
  const run = usd !== undefined && used >= usd * WARN_SHARE ? [runRow(used, usd)] : [];
  const shared = view.warned.flatMap(({ whose, limit }) =>
    whose in SHARED ? [sharedRow(whose as SharedCap, limit)] : [],
  );
  return [...run, ...shared];
}

function runRow(used: number, usd: number): AttentionRow {
  const share = Math.round((100 * used) / usd);
  return row(
    {
      id: "budget:run",
      kind: "budget",
      state: "warned",
      severity: "warning",
      since: null,
      began: "",
      what: `${share} % of the run's budget is used: $${used.toFixed(2)} of $${usd}`,
      acts: [acts.grant("run")],
    },
    { detail: "At the budget the run halts; what you grant is added to it." },
  );
}

const SHARED: Readonly<Record<SharedCap, string>> = {
  day: "today's budget of all runs",
  project: "the project's budget",
  machine: "what all projects on this machine may use today",
};

function sharedRow(whose: SharedCap, limit: string): AttentionRow {
  return row({
    id: `budget:${whose}`,
    kind: "budget",
    state: "warned",
    severity: "warning",
    since: null,
    began: "",
    what: `Four fifths of ${SHARED[whose]} are used, of ${limit}`,
    acts: [acts.more(whose)],
  });
}
