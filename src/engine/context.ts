/**
 * What a decision works with: the state, the time and dice that came in with the input, and `emit`, which folds each event
 * as it is decided and lets those decide at once whom it concerns, so that the next clause sees all of it. Nothing else
 * reaches a decision.
 */
import type { Advisor } from "../domain/work/advisor.ts";
import type { Attempt, AttemptId } from "../domain/work/attempt.ts";
import type { AdvisorId } from "../domain/work/work.ts";
import type { Event } from "./event.ts";
import type { State } from "./state.ts";

export interface Context {
  readonly state: State;
  readonly at: number;
  readonly dice: number;
  readonly events: Event[];
  /** Attempts that ended and advisors that failed in this step: the state has let go of them. */
  readonly ended: Map<AttemptId, Attempt>;
  readonly failed: Map<AdvisorId, Advisor>;
  emit(event: Event): void;
  /** Written down only: for the tree, which was folded fact by fact as it decided. */
  record(event: Event): void;
}

export interface ContextOptions {
  readonly evolve: (state: State, event: Event, at: number) => void;
  /** Decides what follows from an event. */
  readonly follow: (context: Context, event: Event) => void;
}

export function contextOf(state: State, at: number, dice: number, { evolve, follow }: ContextOptions): Context {
  const events: Event[] = [];
  const context: Context = {
    state,
    at,
    dice,
    events,
    ended: new Map(),
    failed: new Map(),
    emit(event) {
      keep(context, event);
      evolve(state, event, at);
      events.push(event);
      follow(context, event);
    },
    record(event) {
      events.push(event);
    },
  };
  return context;
}

/** For those who decide what follows. */
function keep({ state, ended, failed }: Context, event: Event): void {
  if (event.type === "attempt_ended") {
    const attempt = state.attempts.live.get(event.attempt);
    if (attempt) ended.set(attempt.id, attempt);
  } else if (event.type === "advice_failed") {
    const advisor = state.advisors.asked.get(event.advisor);
    if (advisor) failed.set(advisor.id, advisor);
  }
}
