/**
 * OpenCode's own server, started for one attempt on a port of loopback with a password nobody else has: how it is started,
 * asked, and followed. It understands nothing of what is said there.
 */
import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { DrivenProcess, DriverIo } from "../driver.ts";
import { jsonLine, type Loose } from "../json-line.ts";

export interface OpencodeServer {
  readonly process: DrivenProcess;
  /** Never rejects: a server that is gone answers with status 0. */
  readonly ask: (method: "GET" | "POST", path: string, body?: object) => Promise<Reply>;
  /** What happens, from now on; ends with the server. */
  readonly events: () => AsyncGenerator<Loose>;
}

export interface Reply {
  readonly status: number;
  readonly body: unknown;
}

const START_MS = 120_000;

/** Null: it ended, or said nothing, before it listened. */
export async function startServer(
  program: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  io: DriverIo,
): Promise<OpencodeServer | { readonly process: DrivenProcess; readonly ask: null }> {
  const password = randomBytes(24).toString("base64url");
  const command = [...program, "serve", "--pure", "--hostname", "127.0.0.1", "--port", "0"];
  const child = io.spawn(command, { env: { ...env, OPENCODE_SERVER_PASSWORD: password } });
  child.onErrLine((line) => process.stderr.write(`${line}\n`));
  const url = await Promise.race([addressIn(child), sleep(START_MS, null, { ref: false })]);
  if (url === null) return { process: child, ask: null };
  const login = Buffer.from(`opencode:${password}`).toString("base64");
  const headers = { authorization: `Basic ${login}`, "content-type": "application/json" };
  return {
    process: child,
    ask: (method, path, body) => ask(`${url}${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) }),
    events: () => eventsAt(`${url}/event`, headers),
  };
}

/** Its output is read to the end, so that it never waits for a reader. */
function addressIn({ lines }: DrivenProcess): Promise<string | null> {
  return new Promise((resolve) => {
    const read = async (): Promise<void> => {
      for await (const line of lines) {
        const url = /listening on (http:\/\/\S+)/.exec(line)?.[1];
        if (url !== undefined) resolve(url);
      }
      resolve(null);
    };
    void read();
  });
}

async function ask(url: string, request: RequestInit): Promise<Reply> {
  try {
    const response = await fetch(url, request);
    const text = await response.text();
    return { status: response.status, body: text === "" ? undefined : JSON.parse(text) };
  } catch {
    return { status: 0, body: undefined };
  }
}

async function* eventsAt(url: string, headers: Readonly<Record<string, string>>): AsyncGenerator<Loose> {
  let rest = "";
  const decoder = new TextDecoder();
  try {
    const { body } = await fetch(url, { headers });
    if (body === null) return;
    for await (const chunk of body) {
      const frames = `${rest}${decoder.decode(chunk, { stream: true })}`.split("\n\n");
      rest = frames.pop() ?? "";
      for (const frame of frames) {
        const event = jsonLine(frame.replace(/^data: ?/, ""));
        if (event) yield event;
      }
    }
  } catch {
    // The server is gone: what was heard counts.
  }
}
