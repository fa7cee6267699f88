/** The engine in the shape the journal wants. Wiring only. */
import type { Effect } from "../../engine/effect.ts";
import { step } from "../../engine/engine.ts";
import type { Event } from "../../engine/event.ts";
import type { Answer, Input } from "../../engine/input.ts";

import { react } from "../../engine/react.ts";
import type { State } from "../../engine/state.ts";
import { freezeState } from "../../engine/state.ts";
import type { JournalRecord, Rules } from "../../journal/rules.ts";
import { isOrder, isTold } from "./mailed.ts";
import { maskInput } from "./mask-input.ts";
import { runFold } from "./run-fold.ts";

export type RunRules = Rules<State, Input, Event, Effect, Answer>;
export type RunRecord = JournalRecord<Input, Event>;

const CLAIMS: ReadonlySet<Input["type"]> = new Set(["attempt_claimed", "notice_claimed"]);

/** The rules of `reeve run`, for reading its journals and for a runner. */
export const runRules: RunRules = {
  ...runFold,
  step: (state, { input, at, dice }) => step(state, input, at, dice),
  // A claim that is already in the journal was given to somebody else; everything else was taken.
  answer: (_state, input) => (CLAIMS.has(input.type) ? { type: "no" } : { type: "taken" }),
  react,
  freeze: freezeState,
  mayBeMailed: (input) => isOrder(input) || isTold(input),
  clean: maskInput,
};
