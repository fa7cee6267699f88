/** Reads the answer of each API back into one shape, for the tests of the server; it shares no code with the writers. */
import type { Api } from "./conversation.ts";
import { object, objects, string } from "./json.ts";

export interface Told {
  readonly text: string;
  readonly tool: { readonly name: string; readonly args: unknown } | null;
  readonly stop: string;
  /** Prompt tokens that did not come from the cache, from the cache, and of the answer. */
  readonly usage: readonly [fresh: number, cached: number, output: number];
}

type Reader = (documents: readonly unknown[], stream: boolean) => Told;

export const readers: Readonly<Record<Api, Reader>> = {
  anthropic: (documents, stream) => {
    if (stream) return readAnthropicStream(documents.map(object));
    const message = object(documents[0]);
    const blocks = objects(message["content"]);
    const call = blocks.find((block) => block["type"] === "tool_use");
    return told(
      blocks.map((block) => string(block["text"])),
      call && [call["name"], call["input"]],
      message["stop_reason"],
      message["usage"],
    );
  },
  responses: (documents) => {
    const last = object(documents.at(-1));
    const response = "response" in last ? object(last["response"]) : last;
    const items = objects(response["output"]);
    const texts = items.flatMap((item) => objects(item["content"]).map((part) => string(part["text"])));
    const call = items.find((item) => item["type"] === "function_call");
    return told(
      texts,
      call && [call["name"], JSON.parse(string(call["arguments"]))],
      response["status"],
      response["usage"],
    );
  },
  chat: (documents) => {
    const choices = documents.flatMap((each) => objects(object(each)["choices"]));
    const messages = choices.map((choice) => object(choice["delta"] ?? choice["message"]));
    const calls = messages.flatMap((message) => objects(message["tool_calls"])).map((call) => object(call["function"]));
    const json = calls.map((call) => string(call["arguments"])).join("");
    const call = calls[0] && ([calls[0]["name"], JSON.parse(json)] as const);
    const stop = choices.map((choice) => choice["finish_reason"]).findLast((reason) => reason !== null);
    const usage = documents.map((each) => object(each)["usage"]).findLast((each) => each !== undefined);
    return told(
      messages.map((message) => string(message["content"])),
      call,
      stop,
      usage,
    );
  },
  gemini: (documents) => {
    const candidates = documents.flatMap((each) => objects(object(each)["candidates"]));
    const parts = candidates.flatMap((candidate) => objects(object(candidate["content"])["parts"]));
    const call = parts.map((part) => part["functionCall"]).find((each) => each !== undefined);
    const texts = parts.map((part) => string(part["text"]));
    const usage = object(documents.at(-1))["usageMetadata"];
    return told(
      texts,
      call === undefined ? undefined : [object(call)["name"], object(call)["args"]],
      candidates.at(-1)?.["finishReason"],
      usage,
    );
  },
};

function readAnthropicStream(events: readonly Readonly<Record<string, unknown>>[]): Told {
  const deltas = events.map((each) => object(each["delta"]));
  const json = deltas.map((delta) => string(delta["partial_json"])).join("");
  const blocks = events.map((each) => object(each["content_block"]));
  const name = blocks.find((block) => block["type"] === "tool_use")?.["name"];
  const end = events.find((each) => each["type"] === "message_delta");
  const texts = deltas.map((delta) => string(delta["text"]));
  return told(
    texts,
    name === undefined ? undefined : [name, JSON.parse(json)],
    object(end?.["delta"])["stop_reason"],
    end?.["usage"],
  );
}

function told(
  texts: readonly string[],
  call: readonly [unknown, unknown] | undefined,
  stop: unknown,
  usage: unknown,
): Told {
  const tool = call === undefined ? null : { name: string(call[0]), args: call[1] };
  return { text: texts.join(""), tool, stop: string(stop), usage: tokensOf(object(usage)) };
}

function tokensOf(usage: Readonly<Record<string, unknown>>): Told["usage"] {
  const number = (key: string, from = usage) => Number(from[key] ?? 0);
  if ("promptTokenCount" in usage) {
    const cached = number("cachedContentTokenCount");
    return [number("promptTokenCount") - cached, cached, number("candidatesTokenCount")];
  }
  if ("prompt_tokens" in usage) {
    const cached = number("cached_tokens", object(usage["prompt_tokens_details"]));
    return [number("prompt_tokens") - cached, cached, number("completion_tokens")];
  }
  if ("cache_read_input_tokens" in usage) {
    return [number("input_tokens"), number("cache_read_input_tokens"), number("output_tokens")];
  }
  const cached = number("cached_tokens", object(usage["input_tokens_details"]));
  return [number("input_tokens") - cached, cached, number("output_tokens")];
}
