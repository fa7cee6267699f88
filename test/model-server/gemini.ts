/** Answers in Gemini's generateContent API. */
import type { Conversation } from "./conversation.ts";
import type { Answer } from "./reply.ts";
import { event, newId, pieces, type Wire } from "./wire.ts";

export const gemini: Wire = {
  body: (request, answer) =>
    part(request, answer, [...textParts(answer, answer.text.length), ...callParts(answer)], true),

  events: (request, answer) => [
    ...textParts(answer).map((text) => event(part(request, answer, [text], false))),
    ...callParts(answer).map((call) => event(part(request, answer, [call], false))),
    event(part(request, answer, [{ text: "" }], true)),
  ],

  failure: (_request, code, message) => [event({ error: { code: 500, message, status: code } })],
};

function textParts({ text }: Answer, lengthMax = 20): readonly object[] {
  return text === "" ? [] : pieces(text, lengthMax).map((piece) => ({ text: piece }));
}

function callParts({ tool }: Answer): readonly object[] {
  return tool === null ? [] : [{ functionCall: { name: tool.name, args: tool.args } }];
}

function part({ model }: Conversation, { usage, stop }: Answer, parts: readonly object[], isLast: boolean): object {
  const finish = { end: "STOP", length: "MAX_TOKENS", refusal: "SAFETY" }[stop];
  return {
    candidates: [{ content: { role: "model", parts }, index: 0, ...(isLast && { finishReason: finish }) }],
    usageMetadata: {
      promptTokenCount: usage.input,
      candidatesTokenCount: usage.output,
      totalTokenCount: usage.input + usage.output,
      cachedContentTokenCount: usage.cached,
    },
    modelVersion: model,
    responseId: newId("resp"),
  };
}
