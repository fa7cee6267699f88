/** What is done about budgets: timers that stand for minutes move, and whoever counts on the way is told what is allowed. */
import type { Effect } from "../effect.ts";
import type { State } from "../state.ts";
import { nothing, type React } from "../tables.ts";
import { dueAt } from "../timer.ts";
import { budgetOf, runBudget } from "./budget-of.ts";
import type { BudgetEvent } from "./events.ts";

export const react: React<BudgetEvent> = {
  budget_warned: nothing,
  spent_elsewhere: nothing,
  budget_granted({ task: id, cap }, state) {
    if (cap !== undefined) return nothing();
    if (id === null) return [...runTimer(state), { type: "allow", attempt: null, budget: runBudget(state) }];
    const task = state.tasks.get(id);
    const attempt = task?.attempt ? state.attempts.live.get(task.attempt) : undefined;
    if (!task || !attempt) return nothing();
    const timer = { of: "attempt", attempt: attempt.id } as const;
    const due = dueAt(state, timer);
    return [
      ...(due === null ? [] : [{ type: "set_timer", timer, at: due } as const]),
      { type: "allow", attempt: attempt.id, budget: budgetOf(task) },
    ];
  },
  budgets_edited: (_event, state) => [...runTimer(state), { type: "allow", attempt: null, budget: runBudget(state) }],
};

function runTimer(state: State): Effect[] {
  const due = dueAt(state, { of: "run" });
  return due === null ? [] : [{ type: "set_timer", timer: { of: "run" }, at: due }];
}
