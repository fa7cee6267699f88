/** What a server of a screen is bounded by, the same as that of agents: how many strangers, how long, how large. Wiring only. */
import type { Server } from "node:net";
import {
  boundStrangers,
  CHECK_MS,
  HEADER_BYTES_MAX,
  STRANGERS_BOUNDS,
  type StrangersBounds,
} from "../../effects/loopback/bound-strangers.ts";

export type ServerBounds = Partial<StrangersBounds>;
export type Welcome = ReturnType<typeof boundStrangers>["welcome"];

/** An order has to have come in whole after so long. */
const BODY_MS = 30_000;

/** What an HTTP server has to be made with. */
export function serverOptions(bounds: ServerBounds = {}) {
  return {
    headersTimeout: bounds.headersMs ?? STRANGERS_BOUNDS.headersMs,
    requestTimeout: BODY_MS,
    connectionsCheckingInterval: CHECK_MS,
    maxHeaderSize: HEADER_BYTES_MAX,
  };
}

/** What this machine refuses is no end of the server; a page that is not answered asks again. */
export function boundServer(server: Server, bounds: ServerBounds = {}): Welcome {
  return boundStrangers(server, { ...STRANGERS_BOUNDS, ...bounds }, () => {}).welcome;
}
