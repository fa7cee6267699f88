/**
 * How the engine would answer an order, asked of a copy of the state that has taken all orders before it, so that a
 * wrong order is refused at once even when no Reeve runs. What the running Reeve decides still wins.
 */

import { step } from "../../engine/engine.ts";
import type { Answer, PersonInput, Refusal } from "../../engine/input.ts";
import type { State } from "../../engine/state.ts";
import { freezeState, thawState } from "../../engine/state.ts";

export function foreseeAnswer(state: State, before: readonly PersonInput[], input: PersonInput): Answer {
  const copy = afterOrders(state, before);
  return step(copy, input, copy.run.openedAt, 0).answer;
}

/** Null: it would be taken. */
export function foresee(state: State, before: readonly PersonInput[], input: PersonInput): Refusal | null {
  const answer = foreseeAnswer(state, before, input);
  return answer.type === "refused" ? answer.refusal : null;
}

/** A copy of the state that has taken these orders. */
export function afterOrders(state: State, orders: readonly PersonInput[]): State {
  const copy = thawState(structuredClone(freezeState(state)));
  for (const order of orders) step(copy, order, copy.run.openedAt, 0);
  return copy;
}
