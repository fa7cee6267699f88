/** Each vendor's body of an HTTP error: its words for a status, and for a prompt that is too long. */
import type { Api } from "./conversation.ts";
import type { Refusal } from "./reply.ts";

interface Words {
  readonly anthropic: string;
  readonly openai: string | null;
  readonly gemini: string;
  readonly message: string;
}

const words: Readonly<Record<number, Words>> = {
  400: says("invalid_request_error", null, "INVALID_ARGUMENT", "The request is not valid."),
  401: says("authentication_error", "invalid_api_key", "UNAUTHENTICATED", "The API key is not valid."),
  402: says("billing_error", "insufficient_quota", "FAILED_PRECONDITION", "Your credit balance is too low."),
  403: says("permission_error", null, "PERMISSION_DENIED", "This key may not use the model."),
  404: says("not_found_error", "model_not_found", "NOT_FOUND", "The model does not exist."),
  429: says("rate_limit_error", "rate_limit_exceeded", "RESOURCE_EXHAUSTED", "This would exceed your rate limit."),
  500: says("api_error", "server_error", "INTERNAL", "Internal server error."),
  503: says("api_error", "server_error", "UNAVAILABLE", "The service is unavailable."),
  529: says("overloaded_error", "server_error", "UNAVAILABLE", "Overloaded."),
};

const overflows: Readonly<Record<Api, string>> = {
  anthropic: "prompt is too long: 250000 tokens > 200000 maximum",
  responses: "Your input exceeds the context window of this model. Please adjust your input and try again.",
  chat: "This model's maximum context length is 200000 tokens. However, your messages resulted in 250000 tokens.",
  gemini: "The input token count (2000000) exceeds the maximum number of tokens allowed (1048576).",
};

export function errorBody(api: Api, reply: Refusal): unknown {
  const { status, overflow } = reply;
  const said = words[status] ?? says("api_error", null, "UNKNOWN", `Status ${status}.`);
  const message = reply.message ?? (overflow ? overflows[api] : said.message);
  switch (api) {
    case "anthropic":
      return { type: "error", error: { type: said.anthropic, message }, request_id: "req_scripted" };
    case "gemini":
      return { error: { code: status, message, status: said.gemini, details: geminiDetails(reply) } };
    case "responses":
    case "chat": {
      const code = overflow ? "context_length_exceeded" : said.openai;
      return { error: { message, type: said.anthropic, code, param: null } };
    }
  }
}

/** Where this vendor says when to come back. */
function geminiDetails({ status, retryAfter }: Refusal): readonly unknown[] {
  if (status !== 429 || retryAfter === null) return [];
  return [{ "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay: `${retryAfter}s` }];
}

function says(anthropic: string, openai: string | null, gemini: string, message: string): Words {
  return { anthropic, openai, gemini, message };
}
