/**
 * A server on loopback in the place of a model's API that gives the same answer to everything: enough to see whether an
 * agent can be started, speaks its protocol and ends. It knows the four APIs agents use, streamed and whole, and keeps
 * nothing.
 */
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

export interface OneAnswerServer {
  readonly url: string;
  /** Requests to a model so far. */
  readonly asked: () => number;
  readonly close: () => Promise<void>;
}

export async function startOneAnswerServer(words: string): Promise<OneAnswerServer> {
  let asked = 0;
  const server = createServer((request, response) => {
    void text(request)
      .then((body) => {
        const answer = request.method === "POST" ? answerTo(request.url ?? "", body, words) : undefined;
        if (answer !== undefined) asked += 1;
        send(response, answer ?? { type: "whole", body: { data: [] } });
      })
      .catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: () => asked,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

type Reply =
  | { readonly type: "whole"; readonly body: object }
  | { readonly type: "stream"; readonly events: readonly (object | string)[] };

/** Undefined: no question to a model. */
function answerTo(url: string, body: string, words: string): Reply | undefined {
  const [path = ""] = url.split("?");
  const streams = /"stream"\s*:\s*true/.test(body);
  if (path.endsWith("/messages")) return streams ? stream(anthropicEvents(words)) : whole(anthropicMessage(words));
  if (path.endsWith("/chat/completions")) return streams ? stream(chatChunks(words)) : whole(chatAnswer(words));
  if (path.endsWith("/responses")) return streams ? stream(responseEvents(words)) : whole(responseOf(words));
  if (path.endsWith(":streamGenerateContent")) return stream([geminiAnswer(words)]);
  return path.endsWith(":generateContent") ? whole(geminiAnswer(words)) : undefined;
}

function send(response: ServerResponse, reply: Reply): void {
  if (reply.type === "whole") {
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(reply.body));
    return;
  }
  response.writeHead(200, { "content-type": "text/event-stream" });
  for (const event of reply.events) {
    const name = typeof event === "object" && "type" in event ? `event: ${event.type}\n` : "";
    response.write(`${name}data: ${typeof event === "string" ? event : JSON.stringify(event)}\n\n`);
  }
  response.end();
}

const whole = (body: object): Reply => ({ type: "whole", body });
const stream = (events: readonly (object | string)[]): Reply => ({ type: "stream", events });
const ID = "one-answer";
const MODEL = "one-answer";

function anthropicMessage(words: string): object {
  const usage = { input_tokens: 1, output_tokens: 1 };
  const content = words === "" ? [] : [{ type: "text", text: words }];
  return { id: ID, type: "message", role: "assistant", model: MODEL, content, stop_reason: "end_turn", usage };
}

function anthropicEvents(words: string): readonly object[] {
  return [
    { type: "message_start", message: { ...anthropicMessage(""), stop_reason: null } },
    { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
    { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: words } },
    { type: "content_block_stop", index: 0 },
    { type: "message_delta", delta: { stop_reason: "end_turn", stop_sequence: null }, usage: { output_tokens: 1 } },
    { type: "message_stop" },
  ];
}

const CHAT_USAGE = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };

function chatAnswer(words: string): object {
  const message = { role: "assistant", content: words };
  const choices = [{ index: 0, message, finish_reason: "stop" }];
  return { id: ID, object: "chat.completion", created: 0, model: MODEL, choices, usage: CHAT_USAGE };
}

function chatChunks(words: string): readonly (object | string)[] {
  const basics = { id: ID, object: "chat.completion.chunk", created: 0, model: MODEL };
  const said = { index: 0, delta: { role: "assistant", content: words }, finish_reason: null };
  const end = { index: 0, delta: {}, finish_reason: "stop" };
  return [{ ...basics, choices: [said] }, { ...basics, choices: [end], usage: CHAT_USAGE }, "[DONE]"];
}

function responseOf(words: string, status = "completed"): object {
  const usage = { input_tokens: 1, output_tokens: 1, total_tokens: 2 };
  const output = status === "completed" ? [responseItem(words)] : [];
  return { id: ID, object: "response", status, model: MODEL, output, usage };
}

function responseItem(words: string): object {
  const content = [{ type: "output_text", text: words, annotations: [] }];
  return { type: "message", id: ID, role: "assistant", status: "completed", content };
}

function responseEvents(words: string): readonly object[] {
  return [
    { type: "response.created", response: responseOf(words, "in_progress") },
    { type: "response.output_item.added", output_index: 0, item: { ...responseItem(""), status: "in_progress" } },
    { type: "response.output_text.delta", item_id: ID, output_index: 0, content_index: 0, delta: words },
    { type: "response.output_item.done", output_index: 0, item: responseItem(words) },
    { type: "response.completed", response: responseOf(words) },
  ];
}

function geminiAnswer(words: string): object {
  const candidates = [{ index: 0, content: { role: "model", parts: [{ text: words }] }, finishReason: "STOP" }];
  const usageMetadata = { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 };
  return { candidates, usageMetadata, modelVersion: MODEL };
}
