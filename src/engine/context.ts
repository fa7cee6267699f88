/**
 * What a decision works with: the state, the time and dice that came in with the input, and `emit`, which applies each
 * event as it is decided so that the next clause sees it. Nothing else reaches a decision.
 */
import type { Event } from "./event.ts";
import { evolve } from "./evolve.ts";
import type { State } from "./state.ts";

export interface Context {
  readonly state: State;
  readonly at: number;
  readonly dice: number;
  readonly events: Event[];
  emit(event: Event): void;
  /** For what was applied already by the tree itself: only written down. */
  record(event: Event): void;
}

export function contextOf(state: State, at: number, dice: number): Context {
  const events: Event[] = [];
  return {
    state,
    at,
    dice,
    events,
    emit(event) {
      evolve(state, event, at);
      events.push(event);
    },
    record(event) {
      events.push(event);
    },
  };
}
