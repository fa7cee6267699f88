/** A callback server over a run in memory, called by the protocol's own client over real HTTP. Closed by itself. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { onTestFinished } from "vitest";
import type { Callback, CallbackAddress } from "../../src/effects/callback/callback-port.ts";
import { openCallback } from "../../src/effects/callback/callback-server.ts";
import type { StrangersBounds } from "../../src/effects/loopback/bound-strangers.ts";
import type { Input } from "../../src/engine/input.ts";
import { type ManualClock, manualClock } from "../../src/runtime/time/clock.ts";
import { type Given, given, type Scenario } from "../../src/testing/given.ts";

export interface Lab {
  readonly run: Scenario;
  readonly callback: Callback;
  readonly clock: ManualClock;
  readonly runDir: string;
  readonly signs: [attempt: string, text: string][];
  /** As a person, or as whoever reports. */
  readonly when: (input: Input) => void;
  readonly client: (attempt: string) => Promise<Caller>;
  readonly address: (attempt: string) => CallbackAddress;
}

export interface Caller {
  readonly call: (tool: string, args?: Record<string, unknown>) => Promise<{ text: string; isError: boolean }>;
  readonly tools: () => Promise<readonly string[]>;
  readonly close: () => Promise<void>;
  /** The protocol's own client. */
  readonly sdk: Client;
}

export interface LabOptions {
  readonly given?: Given;
  readonly run?: Scenario;
  readonly runDir?: string;
  /** The journal cannot be written. */
  readonly unrecorded?: boolean;
  /** False: calls wait. */
  readonly isReady?: boolean;
  readonly bounds?: Partial<StrangersBounds>;
}

export const SECRET = "sk-1234567890abcdefghij";

export async function openLab(options: LabOptions = {}): Promise<Lab> {
  const run =
    options.run ??
    given(options.given ?? { tasks: ["a", "b"] })
      .up("a.1")
      .up("b.1")
      .quietly();
  const runDir = options.runDir ?? mkdtempSync(join(tmpdir(), "reeve-callback-"));
  if (options.runDir === undefined) onTestFinished(() => rmSync(runDir, { recursive: true, force: true }));
  const clock = manualClock(run.at);
  const signs: Lab["signs"] = [];
  const when = (input: Input): void => {
    const before = run.everything.length;
    run.at = clock.now();
    run.when(input);
    callback.heard(run.everything.slice(before));
  };
  const callback = await openCallback({
    runDir,
    clock,
    state: async () => run.state,
    report: async (input) => {
      if (options.unrecorded) return null;
      when(input);
      return run.answer;
    },
    progress: (attempt, text) => void signs.push([attempt, text]),
    secretsOf: () => [SECRET],
    ...(options.bounds && { bounds: options.bounds }),
  });
  if (options.isReady ?? true) callback.begin();
  onTestFinished(() => callback.close());
  const address = (attempt: string) => callback.addressOf("agent", attempt);
  return { run, callback, clock, runDir, signs, when, address, client: (attempt) => connect(address(attempt)) };
}

async function connect({ url, token }: CallbackAddress): Promise<Caller> {
  const client = new Client({ name: "agent", version: "1" });
  const headers = { Authorization: `Bearer ${token}` };
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));
  onTestFinished(() => client.close());
  return {
    call: async (name, args = {}) => {
      const { content, isError = false } = await client.callTool({ name, arguments: args });
      const [first] = content as readonly { readonly text?: string }[];
      return { text: first?.text ?? "", isError: isError === true };
    },
    tools: async () => (await client.listTools()).tools.map(({ name }) => name),
    close: () => client.close(),
    sdk: client,
  };
}

/** One call without any client's help. */
export function post(
  { url, token }: CallbackAddress,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  return fetch(url, {
    method: "POST",
    headers: {
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      ...headers,
    },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
}

export function toolCall(name: string, args: Record<string, unknown> = {}): object {
  return { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args } };
}
