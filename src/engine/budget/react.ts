/** What is done about budgets: timers that stand for minutes move, and whoever counts on the way is told what is allowed. */
import type { Effect } from "../effect.ts";
import { workOf } from "../lookup.ts";
import type { State } from "../state.ts";
import { type AlsoReact, nothing, type React } from "../tables.ts";
import { dueAt, type Timer } from "../timer.ts";
import { allowanceOf } from "./allowance.ts";
import { runBudget } from "./budget-of.ts";
import type { BudgetEvent } from "./events.ts";

export const react: React<BudgetEvent> = {
  budget_warned: nothing,
  spent_elsewhere: nothing,
  budget_granted({ task: id, cap, gang }, state) {
    const allowed = allowances(state);
    if (cap !== undefined) return allowed;
    if (gang !== undefined) return [...timerOf(state, { of: "gang", gang }), ...allowed];
    if (id === null) return [...timerOf(state, { of: "run" }), ...ofRun(state), ...allowed];
    const attempt = state.tasks.get(id)?.attempt;
    return [...(attempt ? timerOf(state, { of: "attempt", attempt }) : []), ...allowed];
  },
  budgets_edited: (_event, state) => [...timerOf(state, { of: "run" }), ...ofRun(state), ...allowances(state)],
  gang_budgets_edited: (_event, state) => [...gangTimers(state), ...allowances(state)],
};

/** How many of a gang work has changed, and with it when its minutes are over. */
export const also: AlsoReact = {
  attempt_started: ({ task }, state) => timerOfGang(state, task),
  attempt_admitted: ({ attempt }, state) => timerOfGang(state, state.attempts.live.get(attempt)?.task),
  attempt_ended: ({ task }, state) => timerOfGang(state, task),
  attempt_woken: (_event, state) => gangTimers(state),
  clock_jumped: (_event, state) => gangTimers(state),
};

function timerOfGang(state: State, task: string | undefined): Effect[] {
  const gang = task === undefined ? undefined : state.tasks.get(task)?.spec.gang;
  return gang === undefined ? [] : timerOf(state, { of: "gang", gang });
}

function gangTimers(state: State): Effect[] {
  return Object.keys(state.plan.gangs).flatMap((gang) => timerOf(state, { of: "gang", gang }));
}

function timerOf(state: State, timer: Timer): Effect[] {
  const due = dueAt(state, timer);
  return due === null ? [] : [{ type: "set_timer", timer, at: due }];
}

function ofRun(state: State): Effect[] {
  return [{ type: "allow", attempt: null, budget: runBudget(state) }];
}

/** Of all at work: what one scope is given may be what held another back. */
function allowances(state: State): Effect[] {
  return [...state.attempts.live.values()].map((attempt) => ({
    type: "allow",
    attempt: attempt.id,
    budget: allowanceOf(state, workOf(state, attempt), state.run.heardAt),
  }));
}
