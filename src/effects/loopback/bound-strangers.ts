/**
 * A server whose strangers are bounded. Whoever connects is one until it has shown whose it is; of strangers only the newest few
 * are kept, each has seconds to say what it wants, and they push out each other, never somebody who is known. What the machine
 * refuses (no file descriptors) is told once while it lasts, and ends nothing. Who is known is decided by whoever listens.
 */
import type { IncomingMessage } from "node:http";
import type { Server, Socket } from "node:net";

export interface StrangersBounds {
  /** Connections of whom nobody knows yet whose they are. */
  readonly strangersMax: number;
  readonly connectionsMax: number;
  /** For all headers, from the first byte, and for the first byte itself. */
  readonly headersMs: number;
}

export const STRANGERS_BOUNDS: StrangersBounds = { strangersMax: 128, connectionsMax: 1_024, headersMs: 10_000 };

/** Of any HTTP server that bounds its strangers. */
export const HEADER_BYTES_MAX = 16 * 1024;
export const HEADERS_MAX = 200;
export const CHECK_MS = 1_000;

interface Bounded {
  /** Whoever sent this has shown whose it is. */
  readonly welcome: (request: Pick<IncomingMessage, "socket">) => void;
}

/** `onTrouble`: what the server cannot do once it listens, once a minute. */
export function boundStrangers(
  server: Server,
  { strangersMax, connectionsMax, headersMs }: StrangersBounds,
  onTrouble: (error: NodeJS.ErrnoException) => void,
): Bounded {
  const strangers = new Map<Socket, NodeJS.Timeout>();
  const forget = (socket: Socket): void => {
    clearTimeout(strangers.get(socket));
    strangers.delete(socket);
  };
  server.maxConnections = connectionsMax;
  server.on("connection", (socket) => {
    // One that says nothing has no headers that could be late.
    strangers.set(socket, setTimeout(() => socket.destroy(), headersMs).unref());
    socket.once("close", () => forget(socket));
    const [oldest] = strangers.keys();
    if (strangers.size > strangersMax) oldest?.destroy();
  });
  let troubledAt = Number.NEGATIVE_INFINITY;
  // Without anybody who listens it would end the process.
  server.on("error", (error: NodeJS.ErrnoException) => {
    if (!server.listening || performance.now() - troubledAt < TROUBLE_MS) return;
    troubledAt = performance.now();
    onTrouble(error);
  });
  return { welcome: ({ socket }) => forget(socket) };
}

const TROUBLE_MS = 60_000;
