/** Says it once when four fifths of a budget are used: of a task at work, of the run, of the day, of the project. Stops nothing. */
import type { Budget } from "../../domain/spec/plan.ts";
import { tokenText } from "../../domain/words/token-usage.ts";
import type { Usage } from "../../domain/work/outcome.ts";
import type { Context } from "../context.ts";
import type { EventOf } from "../event.ts";
import { findWork } from "../lookup.ts";
import type { State } from "../state.ts";
import { budgetOf, runBudget } from "./budget-of.ts";
import { capBudget, capUsage } from "./caps.ts";
import { warnedName } from "./evolve.ts";

const WARN_SHARE = 0.8;

type Warned = EventOf<"budget_warned">;

export function warnOfSpending(context: Context): void {
  const { state, at, emit } = context;
  if (!context.events.some(({ type }) => SPENDS.has(type))) return;
  const known = new Set(state.spending.warned);
  for (const { whose, task, budget, used } of scopes(state, at)) {
    const warning = warningOf(budget, used);
    const event: Warned | null = warning && { type: "budget_warned", whose, task, ...warning };
    if (event !== null && !known.has(warnedName(event))) emit(event);
  }
}

const SPENDS: ReadonlySet<string> = new Set(["attempt_progressed", "attempt_ended", "spent_elsewhere"]);

interface Scope {
  readonly whose: Warned["whose"];
  readonly task: string | null;
  readonly budget: Budget;
  readonly used: Usage;
}

/** Of the tasks only those at work can have used more since. */
function scopes(state: State, at: number): readonly Scope[] {
  const tasks = [...state.attempts.live.values()].flatMap((attempt) => {
    const work = findWork(state, attempt);
    return work?.kind === "task" ? [work] : [];
  });
  return [
    ...tasks.map((work) => ({ whose: "task" as const, task: work.id, budget: budgetOf(work), used: work.usage })),
    { whose: "run", task: null, budget: runBudget(state), used: state.spending.usage },
    { whose: "day", task: null, budget: capBudget(state, "day", at), used: capUsage(state, "day", at) },
    { whose: "project", task: null, budget: capBudget(state, "project", at), used: capUsage(state, "project", at) },
  ];
}

function warningOf({ usd, tokens }: Budget, used: Usage): Pick<Warned, "limit" | "used"> | null {
  const spent = used.usd ?? 0;
  if (usd !== undefined && spent >= usd * WARN_SHARE && spent <= usd)
    return { limit: `$${usd}`, used: `$${spent.toFixed(2)}` };
  if (tokens !== undefined && used.tokens >= tokens * WARN_SHARE && used.tokens <= tokens)
    return { limit: tokenText(tokens), used: tokenText(used.tokens) };
  return null;
}
