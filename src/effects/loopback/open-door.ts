/**
 * A door on this machine, for agents of the run: an HTTP server whose strangers are bounded, with a sentence for what this machine
 * refuses. Who is let in is decided by whoever opened it.
 */
import type { IncomingHttpHeaders, IncomingMessage, Server, ServerResponse } from "node:http";
import {
  boundStrangers,
  CHECK_MS,
  HEADER_BYTES_MAX,
  HEADERS_MAX,
  STRANGERS_BOUNDS,
  type StrangersBounds,
} from "./bound-strangers.ts";
import { http } from "./http.ts";

export interface DoorOptions {
  readonly serve: (request: IncomingMessage, response: ServerResponse) => void;
  /** A request has to have come in whole after so long. */
  readonly bodyMs: number;
  /** A sentence for people; once while it lasts. */
  readonly onTrouble?: ((sentence: string) => void) | undefined;
  /** For tests: fewer, or less time. */
  readonly bounds?: Partial<StrangersBounds> | undefined;
}

const IDLE_MS = 65_000;

export interface Door {
  readonly server: Server;
  /** Whoever sent this has shown whose it is. */
  readonly welcome: (request: IncomingMessage) => void;
}

export function openDoor({ serve, bodyMs, onTrouble, bounds = {} }: DoorOptions): Door {
  const all = { ...STRANGERS_BOUNDS, ...bounds };
  const server = http.createServer({
    headersTimeout: all.headersMs,
    requestTimeout: bodyMs,
    keepAliveTimeout: IDLE_MS,
    connectionsCheckingInterval: CHECK_MS,
    maxHeaderSize: HEADER_BYTES_MAX,
  });
  server.maxHeadersCount = HEADERS_MAX;
  server.on("request", serve);
  const { welcome } = boundStrangers(server, all, (error) => onTrouble?.(troubleText(error)));
  return { server, welcome };
}

function troubleText({ code = "unknown", message }: NodeJS.ErrnoException): string {
  if (code !== "EMFILE" && code !== "ENFILE") return `this machine takes no connections at the moment (${message})`;
  return `this machine has no file descriptors left (${code}), so no connection could be taken; end what holds many files open, or raise \`ulimit -n\`. Reeve keeps running`;
}

/** Browsers name the site a page is from, and the host under which it was looked up; a name on the network may point here. */
export function isOurs({ host, origin }: IncomingHttpHeaders, port: number): boolean {
  const names = [`127.0.0.1:${port}`, `localhost:${port}`];
  return names.includes(host ?? "") && (origin === undefined || names.some((name) => origin === `http://${name}`));
}
