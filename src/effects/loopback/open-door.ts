/**
 * A door on this machine, for agents of the run: an HTTP server whose strangers are bounded. Whoever connects is one until
 * it has shown whose it is; of strangers only the newest few are kept, each has seconds to say what it wants, and they push
 * out each other, never an agent. What this machine refuses (no file descriptors) is told once and passes. Who is let in
 * is decided by whoever opened it.
 */
import type { IncomingHttpHeaders, IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { http } from "./http.ts";

export interface DoorOptions {
  readonly serve: (request: IncomingMessage, response: ServerResponse) => void;
  /** A request has to have come in whole after so long. */
  readonly bodyMs: number;
  /** A sentence for people; once while it lasts. */
  readonly onTrouble?: ((sentence: string) => void) | undefined;
  /** For tests: fewer, or less time. */
  readonly bounds?: Partial<DoorBounds> | undefined;
}

export interface DoorBounds {
  /** Connections of whom nobody knows yet whose they are. */
  readonly strangersMax: number;
  readonly connectionsMax: number;
  /** For all headers, from the first byte, and for the first byte itself. */
  readonly headersMs: number;
}

const BOUNDS: DoorBounds = { strangersMax: 128, connectionsMax: 1_024, headersMs: 10_000 };
const HEADER_BYTES_MAX = 16 * 1024;
const HEADERS_MAX = 200;
const IDLE_MS = 65_000;
const CHECK_MS = 1_000;

export interface Door {
  readonly server: Server;
  /** Whoever sent this has shown whose it is. */
  readonly welcome: (request: IncomingMessage) => void;
}

export function openDoor({ serve, bodyMs, onTrouble, bounds = {} }: DoorOptions): Door {
  const { strangersMax, connectionsMax, headersMs } = { ...BOUNDS, ...bounds };
  const strangers = new Map<Socket, NodeJS.Timeout>();
  const forget = (socket: Socket): void => {
    clearTimeout(strangers.get(socket));
    strangers.delete(socket);
  };
  const server = http.createServer({
    headersTimeout: headersMs,
    requestTimeout: bodyMs,
    keepAliveTimeout: IDLE_MS,
    connectionsCheckingInterval: CHECK_MS,
    maxHeaderSize: HEADER_BYTES_MAX,
  });
  server.maxHeadersCount = HEADERS_MAX;
  server.maxConnections = connectionsMax;
  server.on("request", serve);
  server.on("connection", (socket) => {
    // One that says nothing has no headers that could be late.
    strangers.set(socket, setTimeout(() => socket.destroy(), headersMs).unref());
    socket.once("close", () => forget(socket));
    const [oldest] = strangers.keys();
    if (strangers.size > strangersMax) oldest?.destroy();
  });
  let troubledAt = Number.NEGATIVE_INFINITY;
  // Without anybody who listens it would end Reeve.
  server.on("error", (error: NodeJS.ErrnoException) => {
    if (!server.listening || performance.now() - troubledAt < TROUBLE_MS) return;
    troubledAt = performance.now();
    onTrouble?.(troubleText(error));
  });
  return { server, welcome: ({ socket }) => forget(socket) };
}

const TROUBLE_MS = 60_000;

function troubleText({ code = "unknown", message }: NodeJS.ErrnoException): string {
  if (code !== "EMFILE" && code !== "ENFILE") return `this machine takes no connections at the moment (${message})`;
  return `this machine has no file descriptors left (${code}), so no connection could be taken; end what holds many files open, or raise \`ulimit -n\`. Reeve goes on`;
}

/** Browsers name the site a page is from, and the host under which it was looked up; a name on the network may point here. */
export function isOurs({ host, origin }: IncomingHttpHeaders, port: number): boolean {
  const names = [`127.0.0.1:${port}`, `localhost:${port}`];
  return names.includes(host ?? "") && (origin === undefined || names.some((name) => origin === `http://${name}`));
}
