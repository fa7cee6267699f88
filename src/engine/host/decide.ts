/**
 * Hosts: who is there, and who has been silent for too long. Liveness is decided from counted silent beats, not from
 * clocks that may disagree. Losing a host costs its attempts nothing: they are started again, uncounted, as long as
 * that does not happen to them again and again.
 */

import { because } from "../../domain/because.ts";
import type { Outcome } from "../../domain/work/outcome.ts";
import { endAttempt } from "../attempt/decide.ts";
import { haltAndAsk } from "../brake/halt.ts";
import type { Context } from "../context.ts";
import { type Answer, type InputOf, NO, TAKEN } from "../input.ts";
import type { Decide } from "../tables.ts";
import type { HostInput } from "./inputs.ts";

export const decide: Decide<HostInput> = {
  host_up: onHostUp,
  host_silent: onHostSilent,
  host_lost: (context, { host }) => loseHost(context, host),
  host_observed({ state, emit }, { room }) {
    if (state.run.room?.agents === room?.agents && state.run.room?.scarce === room?.scarce) return NO;
    emit({ type: "host_room_changed", room });
    return TAKEN;
  },
  host_low(context, { what, leftMb }) {
    haltAndAsk(context, because("host_low", { what, left: `${leftMb} MB` }));
    return TAKEN;
  },
};

/** So many beats in a row may fail to come before a host counts as lost. */
const SILENT_BEATS_MAX = 3;

/** Its processes of before are gone with the boot they belonged to. */
function onHostUp(context: Context, { host, bootId }: InputOf<"host_up">): Answer {
  const known = context.state.hosts.get(host);
  heardOf(context, { host, bootId });
  if (known && known.bootId !== bootId) endAllOn(context, host, `host ${host} was restarted`);
  return TAKEN;
}

/** Of Reeve's own host nothing is concluded: whoever opens a run there looks what became of each attempt. */
export function heardOf(context: Context, { host, bootId }: Omit<InputOf<"host_up">, "type">): Answer {
  const known = context.state.hosts.get(host);
  if (known?.bootId !== bootId || known.silentBeats > 0) context.emit({ type: "host_up", host, bootId });
  return TAKEN;
}

function onHostSilent(context: Context, input: InputOf<"host_silent">): Answer {
  const known = context.state.hosts.get(input.host);
  if (!known) return NO;
  context.emit({ type: "host_silent", host: input.host, beats: known.silentBeats + 1 });
  return known.silentBeats >= SILENT_BEATS_MAX ? loseHost(context, input.host) : TAKEN;
}

function loseHost(context: Context, host: string): Answer {
  context.emit({ type: "host_lost", host });
  endAllOn(context, host, `host ${host} is gone`, { mayLive: true });
  return TAKEN;
}

function endAllOn(context: Context, host: string, evidence: string, living: { readonly mayLive?: true } = {}): void {
  const outcome: Outcome = { type: "lost", evidence: [evidence], outage: true };
  for (const { id, host: where, usage } of [...context.state.attempts.live.values()]) {
    if (where === host) endAttempt(context, { type: "attempt_ended", attempt: id, outcome, usage, ...living });
  }
}
