/**
 * Whether an agent goes in circles: the same call of a tool again and again, with nothing new made between. Counting is
 * the runtime's work; this says how much is too much, and what is done then.
 */

import { because } from "../../domain/because.ts";
import type { Attempt } from "../../domain/work/attempt.ts";
import type { Context } from "../context.ts";
import { type Answer, type InputOf, NO, TAKEN } from "../input.ts";

export interface Repeated {
  /** Calls with the same input. */
  readonly same: number;
  /** Calls whose input differs in numbers only. */
  readonly alike: number;
}

/** Who reads a long file piece by piece makes calls that differ in numbers, and gets on. */
const ALIKE_FACTOR = 4;

/** Null: it gets on, as far as this tells. A limit of 0 is none. */
export function spinsBy({ same, alike }: Repeated, limit: number): keyof Repeated | null {
  if (limit === 0) return null;
  if (same >= limit) return "same";
  return alike >= limit * ALIKE_FACTOR ? "alike" : null;
}

export function onRepeated(context: Context, input: InputOf<"calls_repeated">): Answer {
  const { state, emit } = context;
  const attempt = state.attempts.live.get(input.attempt);
  if (!attempt || attempt.phase === "stopping" || asksAgain(attempt, context.at)) return NO;
  const how = spinsBy(input, state.settings.agents[attempt.agent]?.repeats ?? 0);
  if (how === null) return NO;
  const why = because("spinning", { tool: input.tool, times: input[how], alike: how }, [
    `${input.tool} ${input.input}`,
  ]);
  emit({ type: "attempt_stopping", attempt: attempt.id, because: why });
  return TAKEN;
}

const ASKS_AGAIN_MS = 60_000;

/** Whoever waits for a person asks in the same words again, as long as there is no answer. */
function asksAgain({ waitsUntil }: Attempt, at: number): boolean {
  return waitsUntil !== undefined && at <= waitsUntil + ASKS_AGAIN_MS;
}
