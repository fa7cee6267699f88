/**
 * Whether something on the network can be reached: one connection, opened and closed. It sends no request, so it costs no
 * tokens and needs no key; certificates are not judged. Behind a proxy the proxy is asked to connect. Never rejects.
 */
import { connect, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import { type Env, proxyFor } from "./proxy-for.ts";

/** Null: it was reached, or nobody can tell; else the system's word for why not. */
export type Probe = (endpoint: string, env: Env, signal: AbortSignal) => Promise<string | null>;

const PROBE_MS_MAX = 5_000;
const PORTS: Readonly<Record<string, number>> = { "https:": 443, "http:": 80 };

export const probeEndpoint: Probe = (endpoint, env, signal) => {
  const target = URL.parse(endpoint);
  if (target === null) return Promise.resolve(null);
  const port = Number(target.port) || PORTS[target.protocol];
  if (port === undefined) return Promise.resolve(null);
  const host = target.hostname.replace(/^\[|\]$/g, "");
  const proxy = proxyFor(target, env);
  if (proxy !== null) return askProxy(proxy, `${target.hostname}:${port}`, signal);
  if (target.protocol !== "https:") return attempt(connect({ host, port }), "connect", signal);
  const name = /^[\d.]+$|:/.test(host) ? {} : { servername: host };
  return attempt(connectTls({ host, port, rejectUnauthorized: false, ...name }), "secureConnect", signal);
};

function attempt(socket: Socket, isThere: "connect" | "secureConnect", signal: AbortSignal): Promise<string | null> {
  return settled(socket, signal, (resolve) => socket.once(isThere, () => resolve(null)));
}

/** A proxy that says it cannot connect tells of the other side; any other word of it tells nothing. */
function askProxy(proxy: URL, target: string, signal: AbortSignal): Promise<string | null> {
  const socket = connect({ host: proxy.hostname, port: Number(proxy.port) || (PORTS[proxy.protocol] ?? 80) });
  return settled(socket, signal, (resolve) => {
    socket.once("connect", () => {
      if (proxy.protocol === "https:") return resolve(null);
      const login = proxy.username === "" ? "" : `Proxy-Authorization: Basic ${loginOf(proxy)}\r\n`;
      socket.write(`CONNECT ${target} HTTP/1.1\r\nHost: ${target}\r\n${login}\r\n`);
    });
    socket.once("data", (chunk) => {
      const status = /^HTTP\/1\.[01] (\d{3})/.exec(chunk.toString("latin1", 0, 16))?.[1] ?? "";
      resolve(/^50[234]$/.test(status) ? `the proxy answered ${status}` : null);
    });
  });
}

function loginOf({ username, password }: URL): string {
  return Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString("base64");
}

type Resolve = (problem: string | null) => void;

function settled(socket: Socket, signal: AbortSignal, listen: (resolve: Resolve) => void): Promise<string | null> {
  const { promise, resolve } = Promise.withResolvers<string | null>();
  const late = setTimeout(() => resolve("ETIMEDOUT"), PROBE_MS_MAX);
  const cut = () => resolve(null);
  signal.addEventListener("abort", cut, { once: true });
  if (signal.aborted) cut();
  socket.on("error", (error) => resolve(problemOf(error)));
  socket.once("close", () => resolve("ECONNRESET"));
  listen(resolve);
  return promise.finally(() => {
    clearTimeout(late);
    signal.removeEventListener("abort", cut);
    socket.destroy();
  });
}

/** Whoever answers in another way than was asked for is there. */
function problemOf(error: NodeJS.ErrnoException): string | null {
  const code = error.code ?? "no answer";
  return /^ERR_(?:SSL|TLS)|^EPROTO$|CERT/.test(code) ? null : code;
}
