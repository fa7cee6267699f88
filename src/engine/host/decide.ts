/**
 * Hosts: who is there, and who has been silent for too long. Liveness is decided from counted silent beats, not from
 * clocks that may disagree. Losing a host costs its attempts nothing: they are started again, uncounted.
 */

import type { Outcome } from "../../domain/outcome.ts";
import { onEnded } from "../attempt/decide.ts";
import type { Context } from "../context.ts";
import type { Answer, Input } from "../input.ts";

type Of<T extends Input["type"]> = Extract<Input, { type: T }>;
const TAKEN: Answer = { type: "taken" };

/** So many beats in a row may fail to come before a host counts as lost. */
const SILENT_BEATS_MAX = 3;

export function onHostUp(context: Context, input: Pick<Of<"host_up">, "host" | "bootId">): Answer {
  const { host, bootId } = input;
  const known = context.state.hosts.get(host);
  if (known?.bootId === bootId && known.silentBeats === 0) return TAKEN;
  context.emit({ type: "host_up", host, bootId });
  return TAKEN;
}

export function onHostSilent(context: Context, input: Of<"host_silent">): Answer {
  const known = context.state.hosts.get(input.host);
  if (!known) return { type: "no" };
  context.emit({ type: "host_silent", host: input.host, beats: known.silentBeats + 1 });
  return known.silentBeats >= SILENT_BEATS_MAX ? loseHost(context, input.host) : TAKEN;
}

export function onHostLost(context: Context, input: Of<"host_lost">): Answer {
  return loseHost(context, input.host);
}

function loseHost(context: Context, host: string): Answer {
  context.emit({ type: "host_lost", host });
  const outcome: Outcome = { type: "lost", evidence: [`host ${host} is gone`], outage: true };
  for (const { id, host: where, usage } of [...context.state.attempts.live.values()]) {
    if (where === host) onEnded(context, { type: "attempt_ended", attempt: id, outcome, usage, mayLive: true });
  }
  return TAKEN;
}
