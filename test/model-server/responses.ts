/** Answers in OpenAI's Responses API. */
import type { Conversation } from "./conversation.ts";
import type { Answer, ToolCall } from "./reply.ts";
import { event, newId, nowS, pieces, type Wire } from "./wire.ts";

export const responses: Wire = {
  body: (request, answer) => finished(response(request), answer, itemsOf(request, answer)),

  events: (request, answer) => {
    const base = response(request);
    const items = itemsOf(request, answer);
    const end = answer.stop === "length" ? "response.incomplete" : "response.completed";
    return numbered([
      { type: "response.created", response: base },
      ...items.flatMap(itemEvents),
      { type: end, response: finished(base, answer, items) },
    ]);
  },

  failure: (request, code, message) => {
    const base = response(request);
    return numbered([
      { type: "response.created", response: base },
      { type: "response.failed", response: { ...base, status: "failed", error: { code, message }, usage: null } },
    ]);
  },
};

type Item = TextItem | CallItem;

interface TextItem {
  readonly type: "message";
  readonly id: string;
  readonly role: "assistant";
  readonly status: string;
  readonly content: readonly [
    { readonly type: "output_text"; readonly text: string; readonly annotations: readonly [] },
  ];
}

interface CallItem {
  readonly type: "function_call" | "custom_tool_call";
  readonly id: string;
  readonly call_id: string;
  readonly name: string;
  readonly namespace?: string;
  readonly arguments?: string;
  readonly input?: string;
  readonly status: string;
}

function itemsOf(request: Conversation, { text, tool }: Answer): readonly Item[] {
  const content = [{ type: "output_text", text, annotations: [] }] as const;
  const said: readonly Item[] =
    text === "" ? [] : [{ type: "message", id: newId("msg"), role: "assistant", status: "completed", content }];
  return tool === null ? said : [...said, callItem(request, tool)];
}

function callItem({ tools }: Conversation, { name, args }: ToolCall): CallItem {
  const call = { id: newId("item"), call_id: newId("call"), status: "completed" };
  const json = JSON.stringify(args);
  if (tools.find((tool) => tool.name === name)?.freeform) {
    return { type: "custom_tool_call", ...call, name, input: typeof args["input"] === "string" ? args["input"] : json };
  }
  const [space, inner] = name.split("::");
  if (inner === undefined || space === undefined) return { type: "function_call", ...call, name, arguments: json };
  return { type: "function_call", ...call, name: inner, namespace: space, arguments: json };
}

function itemEvents(item: Item, index: number): readonly object[] {
  const begun = item.type === "message" ? { ...item, content: [] } : { ...item, arguments: "" };
  return [
    { type: "response.output_item.added", output_index: index, item: { ...begun, status: "in_progress" } },
    ...(item.type === "message" ? textEvents(item, index) : argumentEvents(item, index)),
    { type: "response.output_item.done", output_index: index, item },
  ];
}

function textEvents({ id, content: [part] }: TextItem, index: number): readonly object[] {
  const at = { item_id: id, output_index: index, content_index: 0 };
  return [
    { type: "response.content_part.added", ...at, part: { ...part, text: "" } },
    ...pieces(part.text).map((delta) => ({ type: "response.output_text.delta", ...at, delta })),
    { type: "response.output_text.done", ...at, text: part.text },
    { type: "response.content_part.done", ...at, part },
  ];
}

function argumentEvents(item: CallItem, index: number): readonly object[] {
  if (item.arguments === undefined) return [];
  const at = { item_id: item.id, output_index: index };
  return [
    { type: "response.function_call_arguments.delta", ...at, delta: item.arguments },
    { type: "response.function_call_arguments.done", ...at, arguments: item.arguments },
  ];
}

function response({ model }: Conversation) {
  const id = newId("resp");
  return { id, object: "response", created_at: nowS(), model, status: "in_progress", output: [], error: null };
}

function finished(base: object, { stop, usage }: Answer, output: readonly Item[]): object {
  const end =
    stop === "length"
      ? { status: "incomplete", incomplete_details: { reason: "max_output_tokens" } }
      : { status: "completed" };
  return {
    ...base,
    ...end,
    output,
    usage: {
      input_tokens: usage.input,
      input_tokens_details: { cached_tokens: usage.cached },
      output_tokens: usage.output,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: usage.input + usage.output,
    },
  };
}

function numbered(events: readonly object[]): readonly string[] {
  return events.map((data, index) => {
    return event({ ...data, sequence_number: index }, "type" in data ? String(data.type) : undefined);
  });
}
