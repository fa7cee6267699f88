/** Sends a reply over HTTP, whole or as faulty as the scenario wants it. It chooses nothing. */
import type { ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { anthropic } from "./anthropic.ts";
import { chat } from "./chat.ts";
import type { Api, Conversation } from "./conversation.ts";
import { errorBody } from "./errors.ts";
import { gemini } from "./gemini.ts";
import type { Answer, Delivery, Refusal, Reply } from "./reply.ts";
import { responses } from "./responses.ts";
import type { Wire } from "./wire.ts";

const wires: Readonly<Record<Api, Wire>> = { anthropic, responses, chat, gemini };

export async function deliver(response: ServerResponse, request: Conversation, reply: Reply): Promise<void> {
  const wire = wires[request.api];
  switch (reply.type) {
    case "answer":
      return deliverAnswer(response, request, reply);
    case "refusal":
      return refuse(response, request.api, reply);
    case "failed_stream":
      response.writeHead(200, { "content-type": "text/event-stream" });
      return void response.end(wire.failure(request, reply.code, reply.message).join(""));
    case "page":
      response.writeHead(200, { "content-type": "text/html" });
      return void response.end("<!doctype html><title>Log in</title><p>Please log in to use this network.");
    case "reset":
      return void response.destroy();
    case "silence":
      return;
  }
}

async function deliverAnswer(response: ServerResponse, request: Conversation, answer: Answer): Promise<void> {
  if (answer.delayMs > 0 && !(await hasPassed(answer.delayMs, response))) return;
  const wire = wires[request.api];
  const type = request.stream ? "text/event-stream" : "application/json";
  const parts = request.stream ? wire.events(request, answer) : halves(JSON.stringify(wire.body(request, answer)));
  response.writeHead(200, { "content-type": type, "cache-control": "no-cache" });
  if (answer.delivery === "whole") return void response.end(parts.join(""));
  // Not the first part: the client shall have begun to believe in the answer.
  const begun = parts.slice(0, Math.max(1, Math.floor(parts.length / 2))).join("");
  response.write(begun, () => breakOff(response, answer.delivery));
}

function breakOff(response: ServerResponse, delivery: Delivery): void {
  if (delivery === "cut") response.destroy();
  if (delivery === "malformed") response.end('data: {"type": "content_bl\n\ndata: }{ not json\n\n');
  // A stalled answer stays as it is until the client goes.
}

function refuse(response: ServerResponse, api: Api, reply: Refusal): void {
  const headers = reply.retryAfter === null ? {} : { "retry-after": reply.retryAfter };
  response.writeHead(reply.status, { "content-type": "application/json", ...headers });
  response.end(JSON.stringify(errorBody(api, reply)));
}

/** False: the client went before. */
async function hasPassed(ms: number, response: ServerResponse): Promise<boolean> {
  const gone = new AbortController();
  response.once("close", () => gone.abort());
  return sleep(ms, true, { signal: gone.signal }).catch(() => false);
}

function halves(text: string): readonly string[] {
  const middle = Math.floor(text.length / 2);
  return [text.slice(0, middle), text.slice(middle)];
}
