/** What gangs use is added up here as their attempts tell it, and the timer that stands for their minutes moves. Decides nothing. */
import type { Attempt } from "../../../domain/work/attempt.ts";
import type { Usage } from "../../../domain/work/outcome.ts";
import { findWork } from "../../lookup.ts";
import type { State } from "../../state.ts";
import type { AlsoEvolve } from "../../tables.ts";
import { clearTimer, setTimer } from "../../timer.ts";
import { gangAttempts, gangBudget, gangWorkedMs, workedMsOf } from "./gang-budget.ts";

/** Before the attempt itself is changed: what it reports is its total so far. */
export const gangAlso: AlsoEvolve = {
  attempt_progressed: (state, { attempt, usage }) => spend(state, state.attempts.live.get(attempt), usage, 0),
  attempt_ended(state, { attempt: id, usage }, at) {
    const attempt = state.attempts.live.get(id);
    spend(state, attempt, usage, attempt && attempt.phase !== "deferred" ? workedMsOf(attempt, at) : 0);
  },
};

/** How many of a gang work has changed, or what it may use. */
export const gangAfterwards: AlsoEvolve = {
  attempt_started: (state, { task }, at) => moveTimerOf(state, task, at),
  attempt_admitted: (state, { attempt }, at) => moveTimerOf(state, state.attempts.live.get(attempt)?.task, at),
  attempt_ended: (state, { task }, at) => moveTimerOf(state, task, at),
  attempt_paused: (state, _event, at) => moveTimers(state, at),
  attempt_woken: (state, _event, at) => moveTimers(state, at),
  budget_granted: (state, _event, at) => moveTimers(state, at),
  gang_budgets_edited: (state, _event, at) => moveTimers(state, at),
  clock_jumped: (state, _event, at) => moveTimers(state, at),
};

function spend(state: State, attempt: Attempt | undefined, total: Usage, ms: number): void {
  const gang = attempt && findWork(state, attempt)?.spec.gang;
  if (attempt === undefined || gang === undefined) return;
  const { spending } = state;
  const { usage, workedMs } = spending.gangs?.[gang] ?? { usage: { tokens: 0, usd: 0 }, workedMs: 0 };
  const tokens = Math.max(0, total.tokens - attempt.usage.tokens);
  const usd = Math.max(0, (total.usd ?? 0) - (attempt.usage.usd ?? 0));
  const estimated = (usage.estimated ?? total.estimated) ? ({ estimated: true } as const) : {};
  const more = { tokens: usage.tokens + tokens, usd: (usage.usd ?? 0) + usd, ...estimated };
  spending.gangs = { ...spending.gangs, [gang]: { usage: more, workedMs: workedMs + ms } };
}

function moveTimerOf(state: State, task: string | undefined, at: number): void {
  const gang = task === undefined ? undefined : state.tasks.get(task)?.spec.gang;
  if (gang !== undefined) moveTimer(state, gang, at);
}

function moveTimers(state: State, at: number): void {
  for (const gang of Object.keys(state.plan.gangs)) moveTimer(state, gang, at);
}

/** Two agents use two minutes in one. */
function moveTimer(state: State, gang: string, at: number): void {
  const timer = { of: "gang", gang } as const;
  const { minutes } = gangBudget(state, gang);
  const working = gangAttempts(state, gang).filter(({ pausedAt }) => pausedAt === undefined).length;
  if (minutes === undefined || working === 0) return clearTimer(state, timer);
  const left = minutes * 60_000 - gangWorkedMs(state, gang, at);
  setTimer(state, timer, at + Math.max(0, Math.ceil(left / working)));
}
