/**
 * A server in the place of the model APIs that plays scripts instead of thinking: Anthropic Messages, OpenAI Responses,
 * OpenAI Chat Completions, Gemini generateContent. It listens on loopback only and forgets everything when it closes.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { replyChooser } from "./choose-reply.ts";
import type { Api } from "./conversation.ts";
import { deliver } from "./deliver.ts";
import { type Json, object } from "./json.ts";
import type { ScriptPlayer } from "./play-script.ts";
import { readRequest } from "./read-request.ts";
import { openRequestLog, type RequestRecord, recordOf } from "./request-log.ts";

export interface ModelServer {
  /** Without a path: agents append `/v1/…` or `/v1beta/…` as their vendor wants it. */
  readonly url: string;
  /** The latest requests, oldest first. */
  readonly requests: () => readonly RequestRecord[];
  /** The first request that matches, of those that came and those to come. */
  readonly until: (matches: (record: RequestRecord) => boolean) => Promise<RequestRecord>;
  readonly close: () => Promise<void>;
}

export interface ModelServerOptions {
  readonly port?: number;
  /** What to do where a prompt has no marker. */
  readonly play?: ScriptPlayer;
}

export async function startModelServer({ port = 0, play }: ModelServerOptions = {}): Promise<ModelServer> {
  const log = openRequestLog();
  const choose = replyChooser(play);
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const path = request.url ?? "/";
    const api = request.method === "POST" ? apiOf(path) : null;
    const body = await readBody(request);
    const basics = { method: request.method ?? "", path, headers: request.headers, ended: "open" as const };
    if (api === null) {
      settle(response, log.add({ ...basics, ...nothing }));
      return answerOther(response, path);
    }
    const conversation = readRequest(api, path, body);
    const { marker, reply } = choose(conversation);
    settle(response, log.add({ ...basics, ...recordOf(conversation, marker, reply) }), isBrokenOff(reply));
    await deliver(response, conversation, reply);
  };
  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => response.destroy(error instanceof Error ? error : undefined));
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: log.all,
    until: log.until,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const nothing = {
  api: null,
  model: "",
  stream: false,
  scenario: null,
  turn: 0,
  system: "",
  messages: [],
  tools: [],
  reply: null,
} as const;

function apiOf(path: string): Api | null {
  const [plain = ""] = path.split("?");
  if (plain.endsWith("/messages")) return "anthropic";
  if (plain.endsWith("/responses")) return "responses";
  if (plain.endsWith("/chat/completions")) return "chat";
  return /:(generateContent|streamGenerateContent)$/.test(plain) ? "gemini" : null;
}

/** Token counts, lists of models, and whatever else an agent may ask for on the way. */
function answerOther(response: ServerResponse, path: string): void {
  const [plain = ""] = path.split("?");
  const known = [
    [/\/messages\/count_tokens$/, { input_tokens: 100 }],
    [/:countTokens$/, { totalTokens: 100 }],
    [/\/models$/, { object: "list", data: [] }],
    [/^\/$/, {}],
  ] as const;
  const found = known.find(([pattern]) => pattern.test(plain))?.[1];
  response.writeHead(found === undefined ? 404 : 200, { "content-type": "application/json" });
  response.end(JSON.stringify(found ?? { error: { message: "There is nothing here." } }));
}

async function readBody(request: IncomingMessage): Promise<Json> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  try {
    return object(JSON.parse(Buffer.concat(chunks).toString("utf8")));
  } catch {
    return {};
  }
}

function isBrokenOff(reply: RequestRecord["reply"]): boolean {
  return reply?.type === "reset" || (reply?.type === "answer" && reply.delivery === "cut");
}

function settle(response: ServerResponse, end: (ended: RequestRecord["ended"]) => void, isBroken = false): void {
  response.once("close", () => {
    if (isBroken) return end("broken_off");
    end(response.writableFinished ? "answered" : "client_gone");
  });
}
