/**
 * Plays the events that OpenCode's server sent once, from a server of its own, to the driver that follows them. They are
 * sent when the prompt has come; what is asked meanwhile is answered and noted. A recording that does not end (it waited
 * for ever) keeps the connection open, as OpenCode did.
 */
import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import type { AgentEvent } from "../../../src/effects/agents/adapters/agent-adapter.ts";
import type { DriverIo, ProcessExit } from "../../../src/effects/agents/drivers/driver.ts";
import type { DriveOrder, DriverEnd, DriverNote } from "../../../src/effects/agents/drivers/driver-lines.ts";
import { opencodeDriver } from "../../../src/effects/agents/drivers/opencode/opencode-driver.ts";
import { NOW, ORDER } from "./play-recorded.ts";

export interface PlayedServer {
  readonly end: DriverEnd;
  readonly lines: readonly (AgentEvent | DriverNote)[];
  /** `METHOD path` of everything that was asked, in order. */
  readonly asked: readonly string[];
  readonly bodies: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
}

export interface PlayOptions {
  readonly order?: Partial<DriveOrder>;
  /** The process ends after the events. */
  readonly dies?: boolean;
}

export async function playOpencode(events: readonly string[], options: PlayOptions = {}): Promise<PlayedServer> {
  const asked: string[] = [];
  const bodies: string[] = [];
  const lines: (AgentEvent | DriverNote)[] = [];
  let env: Readonly<Record<string, string | undefined>> = {};
  const waiting: (() => void)[] = [];
  let listener: ServerResponse | undefined;
  let exit: (how: ProcessExit) => void = () => {};
  const server = createServer(async (request, response) => {
    if (request.url === "/event") {
      listener = response.writeHead(200, { "content-type": "text/event-stream" });
      listener.write(frame('{"type":"server.connected","properties":{}}'));
      return;
    }
    asked.push(`${request.method} ${request.url}`);
    bodies.push(await text(request));
    answer(request, response);
    if (/^\/(?:permission|question)\//.test(request.url ?? "")) waiting.shift()?.();
    if (!request.url?.endsWith("/prompt_async")) return;
    for (const event of events) {
      listener?.write(frame(event));
      // It does not go on before it is answered.
      if (/"type": ?"\w+\.asked"/.test(event)) await new Promise<void>((resolve) => waiting.push(resolve));
    }
    if (options.dies) exit({ code: null, signal: "SIGKILL" });
    if (options.dies) listener?.end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const io: DriverIo = {
    emit: (line) => void lines.push(line),
    spawn: (_command, { env: given = {} } = {}) => {
      env = given;
      return {
        pid: 1,
        lines: (async function* () {
          yield `opencode server listening on ${url}`;
        })(),
        write: () => {},
        endInput: () => {},
        errTail: () => "",
        onErrLine: () => {},
        exit: new Promise((resolve) => {
          exit = resolve;
        }),
      };
    },
    endAll: async () => {},
    inbox: (async function* () {})(),
    stopped: new AbortController().signal,
    now: () => NOW,
    env: {},
    scratchDir: async () => "/nowhere",
  };
  try {
    return { end: await opencodeDriver.drive({ ...ORDER, ...options.order }, io), lines, asked, bodies, env };
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

export function recordedEvents(name: string): readonly string[] {
  const path = new URL(`./opencode-1.18.33/${name}.jsonl`, import.meta.url);
  return readFileSync(path, "utf8").trimEnd().split("\n").slice(1);
}

function answer({ method, url = "" }: IncomingMessage, response: ServerResponse): void {
  const known: Readonly<Record<string, unknown>> = {
    "POST /session": { id: "ses_1", directory: "/workspace" },
    "GET /session/ses_1": { id: "ses_1", directory: "/workspace" },
    "GET /session/ses_elsewhere": { id: "ses_elsewhere", directory: "/elsewhere" },
    "GET /mcp": { reeve: { status: "failed" } },
  };
  const found = known[`${method} ${url}`];
  if (found === undefined && method === "GET") response.writeHead(404).end("{}");
  else response.writeHead(200).end(JSON.stringify(found ?? true));
}

function frame(data: string): string {
  return `data: ${data}\n\n`;
}
