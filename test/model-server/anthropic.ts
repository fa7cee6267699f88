/** Answers in Anthropic's Messages API. */
import type { Answer } from "./reply.ts";
import { event, newId, pieces, type Wire } from "./wire.ts";

export const anthropic: Wire = {
  body: ({ model }, answer) => ({
    ...message(model),
    content: blocksOf(answer),
    stop_reason: stopOf(answer),
    usage: usageOf(answer),
  }),

  events: ({ model }, answer) => [
    named("message_start", {
      message: { ...message(model), content: [], stop_reason: null, usage: { ...usageOf(answer), output_tokens: 1 } },
    }),
    ...blocksOf(answer).flatMap(blockEvents),
    named("message_delta", {
      delta: { stop_reason: stopOf(answer), stop_sequence: null },
      usage: usageOf(answer),
    }),
    named("message_stop", {}),
  ],

  failure: (_request, code, text) => [named("error", { error: { type: code, message: text } })],
};

type Block =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "tool_use"; readonly id: string; readonly name: string; readonly input: unknown };

function blocksOf({ text, tool }: Answer): readonly Block[] {
  const said: Block[] = text === "" ? [] : [{ type: "text", text }];
  if (tool === null) return said;
  return [...said, { type: "tool_use", id: newId("toolu"), name: tool.name, input: tool.args }];
}

function blockEvents(block: Block, index: number): readonly string[] {
  const isText = block.type === "text";
  const empty = isText ? { type: "text", text: "" } : { ...block, input: {} };
  const deltas = isText
    ? pieces(block.text).map((text) => ({ type: "text_delta", text }))
    : pieces(JSON.stringify(block.input)).map((json) => ({ type: "input_json_delta", partial_json: json }));
  return [
    named("content_block_start", { index, content_block: empty }),
    ...deltas.map((delta) => named("content_block_delta", { index, delta })),
    named("content_block_stop", { index }),
  ];
}

/** This vendor counts what came from the cache apart from the rest of the prompt. */
function usageOf({ usage }: Answer) {
  return {
    input_tokens: usage.input - usage.cached,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: usage.cached,
    output_tokens: usage.output,
  };
}

function stopOf({ stop, tool }: Answer): string {
  if (stop === "length") return "max_tokens";
  if (stop === "refusal") return "refusal";
  return tool === null ? "end_turn" : "tool_use";
}

function message(model: string) {
  return { id: newId("msg"), type: "message", role: "assistant", model, stop_sequence: null };
}

function named(type: string, data: object): string {
  return event({ type, ...data }, type);
}
