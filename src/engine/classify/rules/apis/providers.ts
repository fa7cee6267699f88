/** The APIs that agents talk to: the words by which an output gives one away, and the tools that use no other. Data only. */

export interface Provider {
  readonly host: string;
  readonly words: readonly string[];
  readonly tools: readonly string[];
}

export const PROVIDERS: readonly Provider[] = [
  { host: "litellm proxy", words: ["litellm proxy", "litellm_proxy", "litellm.proxy"], tools: [] },
  { host: "openrouter.ai", words: ["openrouter"], tools: [] },
  { host: "api.openai.com", words: ["api.openai.com", "platform.openai.com"], tools: [] },
  {
    host: "api.anthropic.com",
    words: ["anthropic", "claude", "x-api-key", '"req_0', '"req_v'],
    tools: ["claude-code", "claude"],
  },
  { host: "deepseek", words: ["deepseek", "402 insufficient balance"], tools: [] },
  {
    host: "generativelanguage.googleapis.com",
    words: ["generativelanguage", "gemini"],
    tools: ["gemini-cli", "gemini"],
  },
  { host: "api.openai.com", words: ["openai"], tools: ["codex"] },
  { host: "api.mistral.ai", words: ["mistral"], tools: [] },
  { host: "api.groq.com", words: ["groq"], tools: [] },
];
