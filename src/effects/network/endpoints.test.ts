import { describe, expect, it } from "vitest";
import type { AgentConfig } from "../../domain/spec/config.ts";
import { endpointOf, namedHost } from "./endpoints.ts";

function anAgent(adapter: string, more: Partial<AgentConfig> = {}): AgentConfig {
  const limits = { minutes: 60, outputMb: 1, parallel: 1 };
  return { adapter, command: [], env: {}, tiers: [], limits, options: {}, ...more };
}

describe("where an agent's provider is", () => {
  it("is known of its adapter, and of what its environment says", () => {
    expect(endpointOf(anAgent("claude"), {})).toBe("https://api.anthropic.com");
    expect(endpointOf(anAgent("claude"), { ANTHROPIC_BASE_URL: "http://127.0.0.1:8080/proxy/" })).toBe(
      "http://127.0.0.1:8080",
    );
    const own = anAgent("claude", { env: { ANTHROPIC_BASE_URL: "https://models.example.com/v1" } });
    expect(endpointOf(own, { ANTHROPIC_BASE_URL: "http://other.example.com" })).toBe("https://models.example.com");
    expect(endpointOf(anAgent("codex"), { OPENAI_API_KEY: "x" })).toBe("https://api.openai.com");
    expect(endpointOf(anAgent("codex-exec"), {})).toBe("https://chatgpt.com");
  });

  it("is unknown where it may be anywhere", () => {
    expect(endpointOf(anAgent("claude"), { CLAUDE_CODE_USE_BEDROCK: "1" })).toBeNull();
    expect(endpointOf(anAgent("command"), { ANTHROPIC_BASE_URL: "http://127.0.0.1:1" })).toBeNull();
    const tiers = [
      { name: "low", model: "openai/small" },
      { name: "high", model: "anthropic/large" },
    ];
    expect(endpointOf(anAgent("opencode", { tiers }), {})).toBeNull();
    expect(endpointOf(anAgent("opencode", { tiers: tiers.slice(1) }), {})).toBe("https://api.anthropic.com");
  });

  it("is what a program of one's own is configured with, if that is one", () => {
    const env = { OPENAI_BASE_URL: "http://127.0.0.1:4000/v1" };
    expect(endpointOf(anAgent("command", { env }), {})).toBe("http://127.0.0.1:4000");
    const two = { ...env, ANTHROPIC_BASE_URL: "http://127.0.0.1:5000" };
    expect(endpointOf(anAgent("command", { env: two }), {})).toBeNull();
  });
});

it("of what an agent prints, only known hosts are tried", () => {
  expect(namedHost("api.anthropic.com")).toEqual({ endpoint: "https://api.anthropic.com", isProvider: true });
  expect(namedHost("static.crates.io:443")).toEqual({ endpoint: "https://static.crates.io", isProvider: false });
  for (const name of [
    "localhost:5432",
    "10.0.0.1",
    "evil.example.com",
    "api.anthropic.com.evil.example",
    "evilcrates.io",
    "a b.crates.io",
    "",
  ])
    expect(namedHost(name)).toBeNull();
});
