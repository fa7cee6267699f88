/** A gateway before a small scripted API, both real servers on loopback, and what came out of it. Closed by itself. */
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request,
  type Server,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { openGateway } from "../../src/effects/gateway/gateway.ts";
import type { AccountHold, Gateway, GatewayOptions } from "../../src/effects/gateway/gateway-port.ts";
import type { Over } from "../../src/effects/gateway/usage/ledger.ts";
import type { RequestRecord } from "../../src/effects/gateway/usage/request-record.ts";
import type { Vendor } from "../../src/effects/gateway/vendors.ts";
import { quoteOf } from "../../src/effects/prices/price-of.ts";
import { type ManualClock, manualClock } from "../../src/runtime/time/clock.ts";
import { until } from "../wait.ts";

export const NOW = Date.UTC(2026, 10, 1, 12);
export const AGENT = "coder";
export const ATTEMPT = "build.1";

export type Api = (request: IncomingMessage, response: ServerResponse) => void;

export interface Lab {
  readonly clock: ManualClock;
  readonly runDir: string;
  readonly gateway: Gateway;
  readonly records: RequestRecord[];
  readonly overs: [attempt: string, over: Over][];
  readonly holds: AccountHold[];
  /** How many requests have reached the API. */
  readonly reached: () => number;
  readonly upstream: string;
  /** The gateway's record with this number, when it is there. */
  readonly record: (index?: number) => Promise<RequestRecord>;
}

export async function openLab(api: Api, options: Partial<GatewayOptions> = {}): Promise<Lab> {
  const clock = manualClock(NOW);
  const runDir = options.runDir ?? mkdtempSync(join(tmpdir(), "reeve-gateway-"));
  if (options.runDir === undefined) onTestFinished(() => rmSync(runDir, { recursive: true, force: true }));
  let requests = 0;
  const server = await listen((incoming, response) => {
    requests += 1;
    api(incoming, response);
  });
  const upstream = `http://127.0.0.1:${portOf(server)}`;
  const records: RequestRecord[] = [];
  const overs: Lab["overs"] = [];
  const holds: AccountHold[] = [];
  const gateway = await openGateway({
    runDir,
    clock,
    upstreams: () => ({ anthropic: upstream, openai: `${upstream}/v1`, gemini: upstream }),
    price: (_agent, model, tokens) => quoteOf(model, tokens, clock.now()),
    onRecord: (record) => records.push(record),
    onOver: (attempt, over) => overs.push([attempt, over]),
    onHold: (hold) => holds.push(hold),
    env: {},
    ...options,
  });
  onTestFinished(async () => {
    await gateway.close();
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  });
  const record = (index = 0): Promise<RequestRecord> =>
    until(
      `record ${index} of the gateway`,
      () => records[index],
      () => records,
    );
  return { clock, runDir, gateway, records, overs, holds, reached: () => requests, upstream, record };
}

export async function listen(api: Api, port = 0): Promise<Server> {
  const server = createServer(api);
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return server;
}

export function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  /** It ended in the middle. */
  readonly cut: boolean;
}

export interface Question {
  readonly vendor: Vendor;
  readonly path: string;
  readonly body?: string | Buffer;
  readonly headers?: Record<string, string>;
  readonly attempt?: string;
  readonly agent?: string;
}

export function ask({ gateway }: Pick<Lab, "gateway">, question: Question): Promise<Answer> {
  const { vendor, path, body = "{}", headers = {}, attempt = ATTEMPT, agent = AGENT } = question;
  return post(`${gateway.urlFor(agent, attempt, vendor)}${path}`, body, { "x-api-key": "secret-key", ...headers });
}

export function post(url: string, body: string | Buffer, headers: Record<string, string> = {}): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const sent = request(url, { method: "POST", headers, agent: false });
  sent.on("error", reject);
  sent.on("response", (response) => {
    const chunks: Buffer[] = [];
    response.on("data", (chunk: Buffer) => chunks.push(chunk));
    response.on("error", () => {});
    response.on("close", () => {
      const { statusCode: status = 0, headers: given, complete } = response;
      resolve({ status, headers: given, body: Buffer.concat(chunks), cut: !complete });
    });
  });
  sent.end(body);
  return promise;
}

/** Server-sent events, each in a write of its own. */
export function stream(
  response: ServerResponse,
  events: readonly unknown[],
  headers: Record<string, string> = {},
): void {
  response.writeHead(200, { ...headers, "content-type": "text/event-stream" });
  for (const event of events) response.write(sse(event));
  response.end();
}

export function sse(event: unknown): string {
  return `data: ${typeof event === "string" ? event : JSON.stringify(event)}\n\n`;
}

export function json(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { ...headers, "content-type": "application/json" });
  response.end(typeof body === "string" ? body : JSON.stringify(body));
}
