/**
 * Whether the engine would refuse an order, asked of a copy of the state that has taken all orders before it, so that a
 * wrong order is refused at once even when no Reeve runs. What the running Reeve decides still wins.
 */

import { step } from "../../engine/engine.ts";
import type { PersonInput, Refusal } from "../../engine/input.ts";
import type { State } from "../../engine/state.ts";
import { freezeState, thawState } from "../../engine/state.ts";

export function foresee(state: State, before: readonly PersonInput[], input: PersonInput): Refusal | null {
  const copy = thawState(structuredClone(freezeState(state)));
  for (const order of before) step(copy, order, copy.run.openedAt, 0);
  const { answer } = step(copy, input, copy.run.openedAt, 0);
  return answer.type === "refused" ? answer.refusal : null;
}
