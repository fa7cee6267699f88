/** What the gateway tells of each request, for every API, streamed and whole. */
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { AGENT, type Api, ATTEMPT, ask, json, NOW, openLab, type Question, stream } from "./lab.ts";

const ANTHROPIC_USAGE = { input_tokens: 100, cache_creation_input_tokens: 40, cache_read_input_tokens: 900 };
const RESPONSES_USAGE = { input_tokens: 1000, input_tokens_details: { cached_tokens: 900 }, output_tokens: 50 };
const CHAT_USAGE = { prompt_tokens: 1000, prompt_tokens_details: { cached_tokens: 900 }, completion_tokens: 50 };
const GEMINI_USAGE = { promptTokenCount: 1000, cachedContentTokenCount: 900, candidatesTokenCount: 30 };

interface Case extends Question {
  readonly name: string;
  readonly api: Api;
  readonly model: string;
  readonly tokens: object;
}

const read = { input: 100, cacheRead: 900 };
const cases: readonly Case[] = [
  {
    name: "Anthropic Messages, streamed",
    vendor: "anthropic",
    path: "/v1/messages",
    model: "claude-haiku-4-5",
    tokens: { ...read, cacheWrite: 40, output: 50 },
    api: (_, response) =>
      stream(response, [
        {
          type: "message_start",
          message: { model: "claude-haiku-4-5", usage: { ...ANTHROPIC_USAGE, output_tokens: 1 } },
        },
        { type: "content_block_delta", delta: { text: 'a word about "usage": {} and more' } },
        { type: "message_delta", usage: { output_tokens: 50 } },
        { type: "message_stop" },
      ]),
  },
  {
    name: "Anthropic Messages, whole",
    vendor: "anthropic",
    path: "/v1/messages",
    model: "claude-haiku-4-5",
    tokens: { ...read, cacheWrite: 40, output: 50 },
    api: (_, response) =>
      json(response, 200, { model: "claude-haiku-4-5", usage: { ...ANTHROPIC_USAGE, output_tokens: 50 } }),
  },
  {
    name: "OpenAI Responses, streamed",
    vendor: "openai",
    path: "/responses",
    model: "gpt-5",
    tokens: { ...read, cacheWrite: 0, output: 50 },
    api: (_, response) =>
      stream(response, [
        { type: "response.created", response: { model: "gpt-5", usage: null } },
        { type: "response.output_text.delta", delta: "hello" },
        { type: "response.completed", response: { model: "gpt-5", error: null, usage: RESPONSES_USAGE } },
      ]),
  },
  {
    name: "OpenAI Responses, whole",
    vendor: "openai",
    path: "/responses",
    model: "gpt-5",
    tokens: { ...read, cacheWrite: 0, output: 50 },
    api: (_, response) => json(response, 200, { model: "gpt-5", usage: RESPONSES_USAGE }),
  },
  {
    name: "OpenAI Chat, streamed",
    vendor: "openai",
    path: "/chat/completions",
    model: "gpt-5",
    tokens: { ...read, cacheWrite: 0, output: 50 },
    api: (_, response) =>
      stream(response, [
        { model: "gpt-5", choices: [{ delta: { content: "hello" } }], usage: null },
        { model: "gpt-5", choices: [], usage: CHAT_USAGE },
        "[DONE]",
      ]),
  },
  {
    name: "OpenAI Chat, whole",
    vendor: "openai",
    path: "/chat/completions",
    model: "gpt-5",
    tokens: { ...read, cacheWrite: 0, output: 50 },
    api: (_, response) => json(response, 200, { model: "gpt-5", usage: CHAT_USAGE }),
  },
  {
    name: "Gemini, streamed as events",
    vendor: "gemini",
    path: "/v1beta/models/gemini-2.5-pro:streamGenerateContent?alt=sse",
    model: "gemini-2.5-pro",
    tokens: { ...read, cacheWrite: 0, output: 50 },
    api: (_, response) =>
      stream(response, [
        { modelVersion: "gemini-2.5-pro", usageMetadata: { ...GEMINI_USAGE, candidatesTokenCount: 3 } },
        { modelVersion: "gemini-2.5-pro", usageMetadata: { ...GEMINI_USAGE, thoughtsTokenCount: 20 } },
      ]),
  },
  {
    name: "Gemini, streamed as a list",
    vendor: "gemini",
    path: "/v1beta/models/gemini-2.5-pro:streamGenerateContent",
    model: "gemini-2.5-pro",
    tokens: { ...read, cacheWrite: 0, output: 30 },
    api: (_, response) =>
      json(response, 200, [
        { modelVersion: "gemini-2.5-pro", usageMetadata: { promptTokenCount: 1000 } },
        { modelVersion: "gemini-2.5-pro", usageMetadata: GEMINI_USAGE },
      ]),
  },
  {
    name: "Gemini, whole",
    vendor: "gemini",
    path: "/v1beta/models/gemini-2.5-pro:generateContent",
    model: "gemini-2.5-pro",
    tokens: { ...read, cacheWrite: 0, output: 30 },
    api: (_, response) => json(response, 200, { modelVersion: "gemini-2.5-pro", usageMetadata: GEMINI_USAGE }),
  },
];

describe("a request is told with model, tokens and cost", () => {
  it.each(cases)("$name", async ({ api, model, tokens, ...question }) => {
    const lab = await openLab(api);
    expect((await ask(lab, question)).status).toBe(200);
    const record = await lab.record();
    expect(record).toMatchObject({ agent: AGENT, attempt: ATTEMPT, vendor: question.vendor, at: NOW, status: 200 });
    expect(record).toMatchObject({ model, tokens, error: null, retryAt: null, ended: "whole" });
    expect(record.usd).toBeGreaterThan(0);
  });

  it("with an unknown cost where the model has no price", async () => {
    const lab = await openLab((_, response) => json(response, 200, { model: "my-model", usage: RESPONSES_USAGE }));
    await ask(lab, { vendor: "openai", path: "/responses" });
    expect(await lab.record()).toMatchObject({ model: "my-model", tokens: { input: 100 }, usd: null });
  });

  it("with unknown tokens where the answer does not tell", async () => {
    const lab = await openLab((_, response) => stream(response, [{ choices: [] }, "[DONE]"]));
    await ask(lab, { vendor: "openai", path: "/chat/completions" });
    expect(await lab.record()).toMatchObject({ status: 200, tokens: null, usd: null });
  });

  it.each([
    ["gzip", gzipSync],
    ["deflate", deflateSync],
    ["br", brotliCompressSync],
    ["zstd", zstdCompressSync],
  ])("also where the answer is packed with %s, which arrives as it was", async (encoding, pack) => {
    const packed = pack(JSON.stringify({ model: "gpt-5", usage: RESPONSES_USAGE }));
    const lab = await openLab((_, response) => {
      response.writeHead(200, { "content-type": "application/json", "content-encoding": encoding });
      response.end(packed);
    });
    const answer = await ask(lab, { vendor: "openai", path: "/responses", headers: { "accept-encoding": encoding } });
    expect(answer.body).toEqual(packed);
    expect(await lab.record()).toMatchObject({ tokens: { input: 100, output: 50 } });
  });
});

describe("an answer that refuses", () => {
  it.each([400, 401, 402, 403, 404, 500, 503, 529])("with %i goes back as it is", async (status) => {
    const body = { type: "error", error: { type: "some_error", message: "no" } };
    const lab = await openLab((_, response) => json(response, status, body, { "request-id": "r-1" }));
    const answer = await ask(lab, { vendor: "anthropic", path: "/v1/messages" });
    expect(answer).toMatchObject({ status, headers: { "request-id": "r-1" } });
    expect(JSON.parse(String(answer.body))).toEqual(body);
    expect(await lab.record()).toMatchObject({ status, error: "some_error", tokens: null, ended: "whole" });
  });

  it("in the middle of a stream is told with the API's word for it", async () => {
    const failed = { type: "response.failed", response: { error: { code: "rate_limit_exceeded", message: "slow" } } };
    const lab = await openLab((_, response) => stream(response, [failed]));
    await ask(lab, { vendor: "openai", path: "/responses" });
    expect(await lab.record()).toMatchObject({ status: 200, error: "rate_limit_exceeded" });
  });

  it.each([
    ["retry-after in seconds", { "retry-after": "30" }, {}, 30],
    ["retry-after as a date", { "retry-after": new Date(NOW + 90_000).toUTCString() }, {}, 90],
    ["milliseconds", { "retry-after-ms": "1500" }, {}, 1.5],
    [
      "the reset of a used-up limit",
      { "x-ratelimit-remaining-tokens": "0", "x-ratelimit-reset-tokens": "1m2s" },
      {},
      62,
    ],
    ["a field of the body", {}, { error: { details: [{ retryDelay: "37s" }] } }, 37],
    ["a reset in seconds", {}, { error: { type: "usage_limit_reached", resets_in_seconds: 120 } }, 120],
    ["a sentence", {}, { error: { message: "Rate limit reached. Please try again in 6m0s." } }, 360],
    ["a sentence with a zone", {}, { error: { message: "Usage limit reached, resets 3pm (Europe/Berlin)" } }, 7200],
  ])("tells when to try again: %s", async (_name, headers, body, seconds) => {
    const lab = await openLab((_, response) => json(response, 429, body, headers as Record<string, string>));
    await ask(lab, { vendor: "openai", path: "/responses" });
    expect(await lab.record()).toMatchObject({ status: 429, retryAt: NOW + seconds * 1000 });
  });
});
