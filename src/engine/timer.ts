/** What becomes due later, by whom it is wanted; and when. A timer that is set again moves. */

import type { TaskId } from "../domain/spec/plan.ts";
import type { AttemptId } from "../domain/work/attempt.ts";
import type { Effect } from "./effect.ts";
import type { State } from "./state.ts";

export type Timer =
  /** The run has used its minutes. */
  | { readonly of: "run" }
  /** A gang has used its minutes. */
  | { readonly of: "gang"; readonly gang: string }
  /** The usage limit of an account resets. */
  | { readonly of: "account"; readonly account: string }
  /** What could not be reached is tried again. */
  | { readonly of: "endpoint"; readonly endpoint: string }
  /** Open questions are told of, or told of again. */
  | { readonly of: "inbox" }
  /** Reeve tries again what it could not do for this task. */
  | { readonly of: "job"; readonly task: TaskId }
  /** An attempt has used its time. */
  | { readonly of: "attempt"; readonly attempt: AttemptId }
  /** The tree wants to restart somebody; `name` is the tree's own. */
  | { readonly of: "tree"; readonly name: string };

export interface SetTimer {
  readonly timer: Timer;
  readonly at: number;
}

export function timerKey(timer: Timer): string {
  switch (timer.of) {
    case "run":
      return "run";
    case "inbox":
      return "inbox";
    case "gang":
      return `gang ${timer.gang}`;
    case "account":
      return `account ${timer.account}`;
    case "endpoint":
      return `endpoint ${timer.endpoint}`;
    case "job":
      return `job ${timer.task}`;
    case "attempt":
      return `attempt ${timer.attempt}`;
    case "tree":
      return `tree ${timer.name}`;
  }
}

export function setTimer(state: State, timer: Timer, at: number): void {
  state.timers.set(timerKey(timer), { timer, at });
}

export function clearTimer(state: State, timer: Timer): void {
  state.timers.delete(timerKey(timer));
}

/** Null: it is not set. */
export function dueAt(state: State, timer: Timer): number | null {
  return state.timers.get(timerKey(timer))?.at ?? null;
}

export function timerEffects(state: State): Effect[] {
  return [...state.timers.values()].map(({ timer, at }) => ({ type: "set_timer", timer, at }));
}
