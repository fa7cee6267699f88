/** How a run's events fold into its state, for whoever only looks: quicker to load than the whole engine. Wiring only. */
import type { Event } from "../../engine/event.ts";
import { evolve } from "../../engine/evolve.ts";
import type { State } from "../../engine/state.ts";
import { initialState, STATE_VERSION, thawState } from "../../engine/state.ts";
import type { Fold } from "../../journal/rules.ts";

export const runFold: Fold<State, Event> = {
  stateVersion: STATE_VERSION,
  initial: initialState,
  evolve: (state, event, { at }) => evolve(state, event, at),
  thaw: thawState,
};
