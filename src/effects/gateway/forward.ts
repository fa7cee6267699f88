/**
 * Sends one request on and its answer back, both as they come: no byte is changed, held back or kept. Whoever is slow
 * slows the other side down; whoever hangs up ends both. What the bytes mean is not its business.
 */
import type { Agent, IncomingMessage, ServerResponse } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import { http } from "../loopback/http.ts";
import type { Headers } from "./limits/limit-headers.ts";

export interface Listener {
  readonly onHead: (status: number, headers: Headers) => void;
  readonly onChunk: (chunk: Buffer) => void;
  /** Once, whatever happened. `problem`: no answer came, and none has been given. */
  readonly onEnd: (how: "whole" | "cut" | "client_gone", problem?: string) => void;
}

export interface Pools {
  readonly http: Agent;
  readonly https: HttpsAgent;
}

/** Connections are kept: a new one takes longer than everything else here. */
export function openPools(env: Readonly<Record<string, string | undefined>>): Pools {
  const { HTTPS_PROXY, https_proxy, NO_PROXY, no_proxy } = env;
  const proxyEnv = Object.fromEntries(
    Object.entries({ HTTPS_PROXY, https_proxy, NO_PROXY, no_proxy }).filter(([, value]) => value !== undefined),
  );
  return { http: new http.Agent({ keepAlive: true }), https: new HttpsAgent({ keepAlive: true, proxyEnv }) };
}

/** No model takes as much. A sender without an end would otherwise be passed on for ever. */
export const BODY_BYTES_MAX = 256 * 1024 * 1024;

/** Returns what breaks it off. */
export function forward(
  client: IncomingMessage,
  answer: ServerResponse,
  target: URL,
  pools: Pools,
  listener: Listener,
): () => void {
  const options = { method: client.method ?? "GET", headers: onwardHeaders(client.rawHeaders) };
  const secure = target.protocol === "https:";
  const sent = secure
    ? httpsRequest(target, { ...options, agent: pools.https })
    : http.request(target, { ...options, agent: pools.http });
  let over = false;
  const end = (how: "whole" | "cut" | "client_gone", problem?: string): void => {
    if (over) return;
    over = true;
    client.unpipe(sent);
    client.resume(); // what is left of the request is of no use to anybody
    listener.onEnd(how, problem);
  };
  sent.on("response", (response) => {
    const status = response.statusCode ?? 502;
    answer.writeHead(status, response.statusMessage ?? "", backHeaders(response.rawHeaders));
    answer.flushHeaders();
    listener.onHead(status, response.headers);
    response.on("data", listener.onChunk);
    response.on("end", () => end("whole"));
    response.on("close", () => {
      if (response.complete) return;
      end("cut");
      answer.destroy(); // it ends for the agent as it ended here: in the middle
    });
    response.on("error", () => {});
    response.pipe(answer);
  });
  sent.on("error", (error) => {
    if (!answer.headersSent) end("cut", (error as NodeJS.ErrnoException).code ?? "no answer");
  });
  answer.on("close", () => {
    if (answer.writableFinished) return;
    end("client_gone");
    sent.destroy();
  });
  answer.on("error", () => {});
  client.on("error", () => {});
  let bytes = 0;
  client.on("data", (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > BODY_BYTES_MAX) sent.destroy(new Error("the request has no end"));
  });
  client.pipe(sent);
  return () => {
    end("cut");
    sent.destroy();
    if (answer.headersSent && !answer.writableEnded) answer.destroy();
  };
}

const HOP_BY_HOP = new Set([
  ...["connection", "keep-alive", "proxy-connection", "transfer-encoding", "upgrade", "te", "trailer"],
  ...["proxy-authenticate", "proxy-authorization"],
]);
/** The address is another one, and the go-ahead for a body has been given here. */
const NOT_ONWARD = new Set([...HOP_BY_HOP, "host", "expect"]);

function onwardHeaders(raw: readonly string[]): Record<string, string | string[]> {
  const headers: Record<string, string | string[]> = {};
  for (const [name, value] of pairs(raw, NOT_ONWARD)) {
    const known = headers[name];
    headers[name] = known === undefined ? value : [...(Array.isArray(known) ? known : [known]), value];
  }
  return headers;
}

function backHeaders(raw: readonly string[]): string[] {
  return pairs(raw, HOP_BY_HOP).flat();
}

/** Without those that concern one connection only, the ones `connection` names among them. */
function pairs(raw: readonly string[], without: ReadonlySet<string>): [name: string, value: string][] {
  const all: [string, string][] = [];
  for (let i = 0; i + 1 < raw.length; i += 2) all.push([raw[i] ?? "", raw[i + 1] ?? ""]);
  const named = all.filter(([name]) => name.toLowerCase() === "connection").flatMap(([, value]) => value.split(","));
  const dropped = new Set([...without, ...named.map((name) => name.trim().toLowerCase())]);
  return all.filter(([name]) => !dropped.has(name.toLowerCase()));
}
