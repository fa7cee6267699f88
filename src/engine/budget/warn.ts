/** Says it once when four fifths of a budget are used: of whoever is at work, of gangs, the run, the day, the project, the machine. Stops nothing. */
import type { Budget } from "../../domain/spec/plan.ts";
import { minuteText } from "../../domain/words/budget-text.ts";
import { tokenText } from "../../domain/words/token-usage.ts";
import type { Usage } from "../../domain/work/outcome.ts";
import type { Context } from "../context.ts";
import type { EventOf } from "../event.ts";
import { findWork } from "../lookup.ts";
import type { State } from "../state.ts";
import { budgetOf, runBudget } from "./budget-of.ts";
import { capBudget, capUsage, SHARED_CAPS } from "./caps.ts";
import { warnedName } from "./evolve.ts";
import { budgetedGangs, gangBudget, gangUsage, gangWorkedMs } from "./parts/gang-budget.ts";

const WARN_SHARE = 0.8;

type Warned = EventOf<"budget_warned">;

export function warnOfSpending(context: Context): void {
  const { state, at, emit } = context;
  if (!context.events.some(({ type }) => SPENDS.has(type))) return;
  const known = new Set(state.spending.warned);
  for (const { budget, used, workedMs, ...whose } of scopes(state, at)) {
    const warning = warningOf(budget, used, workedMs);
    const event: Warned | null = warning && { type: "budget_warned", ...whose, ...warning };
    if (event !== null && !known.has(warnedName(event))) emit(event);
  }
}

const SPENDS: ReadonlySet<string> = new Set(["attempt_progressed", "attempt_ended", "spent_elsewhere"]);

interface Scope extends Pick<Warned, "whose" | "task" | "gang"> {
  readonly budget: Budget;
  readonly used: Usage;
  /** Where its minutes are limited as a whole; absent: each attempt has its own. */
  readonly workedMs?: number;
}

function scopes(state: State, at: number): readonly Scope[] {
  const { run, spending } = state;
  return [
    ...atWork(state),
    ...budgetedGangs(state).map((gang) => ({
      ...({ whose: "gang", task: null, gang } as const),
      budget: gangBudget(state, gang),
      used: gangUsage(state, gang),
      workedMs: gangWorkedMs(state, gang, at),
    })),
    {
      ...({ whose: "run", task: null } as const),
      budget: runBudget(state),
      used: spending.usage,
      workedMs: run.workedMs + at - run.openedAt,
    },
    ...SHARED_CAPS.map((cap) => ({
      ...({ whose: cap, task: null } as const),
      budget: capBudget(state, cap, at),
      used: capUsage(state, cap, at),
    })),
  ];
}

/** Of the tasks only those at work can have used more since. */
function atWork(state: State): readonly Scope[] {
  return [...state.attempts.live.values()].flatMap((attempt): readonly Scope[] => {
    const work = findWork(state, attempt);
    if (work?.kind !== "task") return [];
    const { usd, tokens } = state.settings.caps?.attempt ?? {};
    const money = { ...(usd !== undefined && { usd }), ...(tokens !== undefined && { tokens }) };
    return [
      { whose: "attempt", task: work.id, budget: money, used: attempt.usage },
      { whose: "task", task: work.id, budget: budgetOf(work), used: work.usage },
    ];
  });
}

const MINUTE_MS = 60_000;

function warningOf(
  { usd, tokens, minutes }: Budget,
  used: Usage,
  workedMs: number | undefined,
): Pick<Warned, "limit" | "used"> | null {
  const spent = used.usd ?? 0;
  if (usd !== undefined && spent >= usd * WARN_SHARE && spent <= usd)
    return { limit: `$${usd}`, used: `$${spent.toFixed(2)}` };
  if (tokens !== undefined && used.tokens >= tokens * WARN_SHARE && used.tokens <= tokens)
    return { limit: tokenText(tokens), used: tokenText(used.tokens) };
  const worked = (workedMs ?? 0) / MINUTE_MS;
  if (minutes !== undefined && worked >= minutes * WARN_SHARE && worked <= minutes)
    return { limit: minuteText(minutes), used: minuteText(Math.floor(worked)) };
  return null;
}
