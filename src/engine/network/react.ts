/** What is done about endpoints that cannot be reached: they are tried again, at no cost, until they are. */
import type { Effect } from "../effect.ts";
import type { State } from "../state.ts";
import { type AlsoReact, nothing, type React } from "../tables.ts";
import type { NetworkEvent } from "./events.ts";

export const react: React<NetworkEvent> = {
  endpoint_held: ({ endpoint, probeAt }) => [{ type: "set_timer", timer: { of: "endpoint", endpoint }, at: probeAt }],
  endpoint_reached: nothing,
};

export const also: AlsoReact = {
  timer_fired: ({ timer }, state) =>
    timer.of === "endpoint" && state.network.held.has(timer.endpoint)
      ? [{ type: "probe_endpoint", endpoint: timer.endpoint }]
      : [],
};

/** Those that were being tried when nobody was there to hear of it. */
export function probesOwed({ network }: State): Effect[] {
  return [...network.held].flatMap(([endpoint, { probeAt }]) =>
    probeAt === null ? [{ type: "probe_endpoint", endpoint } as const] : [],
  );
}
