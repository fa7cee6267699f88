/** Answers in OpenAI's Chat Completions API. */
import type { Conversation } from "./conversation.ts";
import type { Answer } from "./reply.ts";
import { event, newId, nowS, pieces, type Wire } from "./wire.ts";

export const chat: Wire = {
  body: (request, answer) => ({
    ...completion(request),
    object: "chat.completion",
    choices: [
      {
        index: 0,
        message: {
          role: "assistant",
          content: answer.text || null,
          ...(answer.tool && { tool_calls: [callOf(answer)] }),
        },
        finish_reason: stopOf(answer),
      },
    ],
    usage: usageOf(answer),
  }),

  events: (request, answer) => {
    const base = { ...completion(request), object: "chat.completion.chunk" };
    const chunk = (delta: object, finish: string | null = null) =>
      event({ ...base, choices: [{ index: 0, delta, finish_reason: finish }] });
    return [
      chunk({ role: "assistant", content: "" }),
      ...pieces(answer.text).map((content) => chunk({ content })),
      ...callDeltas(answer).map((call) => chunk({ tool_calls: [call] })),
      chunk({}, stopOf(answer)),
      event({ ...base, choices: [], usage: usageOf(answer) }),
      "data: [DONE]\n\n",
    ];
  },

  failure: (_request, code, message) => [event({ error: { message, type: code, code, param: null } })],
};

function callOf({ tool }: Answer) {
  const call = { name: tool?.name ?? "", arguments: JSON.stringify(tool?.args ?? {}) };
  return { id: newId("call"), type: "function", function: call };
}

/** The name comes first, the arguments in pieces after it. */
function callDeltas(answer: Answer): readonly object[] {
  if (answer.tool === null) return [];
  const call = callOf(answer);
  return [
    { index: 0, ...call, function: { name: call.function.name, arguments: "" } },
    ...pieces(call.function.arguments).map((piece) => ({ index: 0, function: { arguments: piece } })),
  ];
}

function usageOf({ usage }: Answer) {
  return {
    prompt_tokens: usage.input,
    completion_tokens: usage.output,
    total_tokens: usage.input + usage.output,
    prompt_tokens_details: { cached_tokens: usage.cached },
  };
}

function stopOf({ stop, tool }: Answer): string {
  if (stop === "length") return "length";
  if (stop === "refusal") return "content_filter";
  return tool === null ? "stop" : "tool_calls";
}

function completion({ model }: Conversation) {
  return { id: newId("chatcmpl"), created: nowS(), model };
}
