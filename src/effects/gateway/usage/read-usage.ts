/**
 * What an answer of a model API says about model, tokens and trouble, read from one JSON document of it: the whole body,
 * or one event of a stream. What is missing stays unknown; what is no number counts for nothing. Pure.
 */
import type { TokenUsage } from "../../../domain/words/token-usage.ts";
import type { Vendor } from "../vendors.ts";

export interface Reading {
  readonly model?: string;
  /** Of the whole request so far: a later one replaces an earlier one, part by part. */
  readonly tokens?: Partial<TokenUsage>;
  readonly error?: string;
}

export function readUsage(vendor: Vendor, document: unknown): Reading {
  const root = mapping(document);
  const reading = READERS[vendor](root);
  const error = errorOf(root);
  return error === undefined ? reading : { ...reading, error };
}

const READERS: Readonly<Record<Vendor, (root: Fields) => Reading>> = {
  anthropic: (root) => {
    const message = root["message"] === undefined ? root : mapping(root["message"]);
    return reading(message["model"], anthropicTokens(mapping(message["usage"] ?? root["usage"])));
  },
  openai: (root) => {
    const response = root["response"] === undefined ? root : mapping(root["response"]);
    return reading(response["model"], openaiTokens(mapping(response["usage"])));
  },
  gemini: (root) => {
    // Older Gemini CLIs go through a wrapper around the same answer.
    const response = root["response"] === undefined ? root : mapping(root["response"]);
    return reading(response["modelVersion"], geminiTokens(mapping(response["usageMetadata"])));
  },
};

function anthropicTokens(usage: Fields): Partial<TokenUsage> {
  return {
    ...part("input", usage["input_tokens"]),
    ...part("output", usage["output_tokens"]),
    ...part("cacheRead", usage["cache_read_input_tokens"]),
    ...part("cacheWrite", usage["cache_creation_input_tokens"]),
    ...part("cacheWriteHour", mapping(usage["cache_creation"])["ephemeral_1h_input_tokens"]),
  };
}

/** Both of its APIs: one says input and output, the other prompt and completion. Cached tokens are part of the input. */
function openaiTokens(usage: Fields): Partial<TokenUsage> {
  const input = count(usage["input_tokens"]) ?? count(usage["prompt_tokens"]);
  if (input === undefined) return {};
  const details = mapping(usage["input_tokens_details"] ?? usage["prompt_tokens_details"]);
  const cacheRead = Math.min(count(details["cached_tokens"]) ?? 0, input);
  const output = count(usage["output_tokens"]) ?? count(usage["completion_tokens"]) ?? 0;
  return { input: input - cacheRead, output, cacheRead };
}

/** Every event of a stream has the totals so far. Thinking is paid as output. */
function geminiTokens(usage: Fields): Partial<TokenUsage> {
  const prompt = count(usage["promptTokenCount"]);
  if (prompt === undefined) return {};
  const cacheRead = Math.min(count(usage["cachedContentTokenCount"]) ?? 0, prompt);
  const input = prompt - cacheRead + (count(usage["toolUsePromptTokenCount"]) ?? 0);
  const output = (count(usage["candidatesTokenCount"]) ?? 0) + (count(usage["thoughtsTokenCount"]) ?? 0);
  return { input, output, cacheRead };
}

/** A word, never a sentence: sentences may quote what was sent. */
function errorOf(root: Fields): string | undefined {
  const error = mapping(root["error"] ?? mapping(root["response"])["error"]);
  for (const word of [error["code"], error["type"], error["status"]])
    if (typeof word === "string" && /^[\w.-]{1,64}$/.test(word)) return word;
  return Object.keys(error).length > 0 ? "error" : undefined;
}

type Fields = Readonly<Record<string, unknown>>;

function reading(model: unknown, tokens: Partial<TokenUsage>): Reading {
  return {
    ...(typeof model === "string" && model !== "" && { model: model.slice(0, MODEL_LENGTH_MAX) }),
    ...(Object.keys(tokens).length > 0 && { tokens }),
  };
}

const MODEL_LENGTH_MAX = 200;

function mapping(value: unknown): Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}

function part(name: keyof TokenUsage, value: unknown): Partial<TokenUsage> {
  const number = count(value);
  return number === undefined ? {} : { [name]: number };
}

function count(value: unknown): number | undefined {
  return typeof value === "number" && Number.isFinite(value) && value >= 0 ? value : undefined;
}
