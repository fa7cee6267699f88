/** One record more: who it is about, what moved, what it cost. Folds into a `RunHistory` in place; decides nothing. */
import { workOfAttempt } from "../../../domain/work/attempt.ts";
import type { Event } from "../../../engine/event.ts";
import type { State } from "../../../engine/state.ts";
import type { RunRecord } from "../../../runtime/run/run-rules.ts";
import { foldAttempt } from "./fold-attempt.ts";
import { foldMark } from "./fold-mark.ts";
import { foldMoney } from "./fold-money.ts";
import { foldSpan } from "./fold-span.ts";
import type { RunHistory } from "./run-history.ts";

/** `state`: after the whole record. */
export function addRecord(history: RunHistory, { seq, at, events }: RunRecord, state: State): void {
  history.seq = seq;
  if (history.times.length === 0) history.from = at;
  history.to = at;
  history.times[seq - 1] = at;
  for (const event of events) {
    foldAttempt(history, event, at);
    foldMark(history, event, { at, seq });
    foldMoney(history, event, at);
  }
  for (const task of touched(events, state)) foldSpan(history, task, state, at);
}

/** Whose stretch of time may end here. What concerns the whole run or an account may concern every task. */
function touched(events: readonly Event[], state: State) {
  const ids = new Set<string>();
  for (const event of events) {
    if (QUIET.has(event.type)) continue;
    const named = "task" in event ? event.task : "attempt" in event ? workOfAttempt(event.attempt) : null;
    if (typeof named !== "string") return [...state.tasks.values()];
    ids.add(named);
    for (const dependant of state.derived.dependants.get(named) ?? []) ids.add(dependant);
  }
  return [...ids].flatMap((id) => state.tasks.get(id) ?? []);
}

/** What moves no task. */
const QUIET: ReadonlySet<Event["type"]> = new Set([
  "attempt_progressed",
  "attempt_claimed",
  "attempt_nudged",
  "attempt_noted",
  "attempt_told",
  "task_told",
  "health_judged",
  "round_judged",
  "notice_held",
  "inbox_timed",
  "budget_warned",
  "spent_elsewhere",
  "wisdom_added",
  "message_sent",
  "timer_fired",
  "clock_jumped",
  "host_up",
  "host_silent",
  "tree_changed",
  "callback_failed",
  "door_troubled",
]);
