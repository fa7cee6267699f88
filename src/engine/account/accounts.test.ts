import { describe, expect, it } from "vitest";
import type { AgentConfig } from "../../domain/spec/config.ts";
import { accountsOf } from "./accounts.ts";

function agent(adapter: string, more: Partial<AgentConfig> = {}): AgentConfig {
  const limits = { minutes: 60, outputMb: 32, parallel: 4 };
  return { adapter, command: [], env: {}, tiers: [], limits, options: {}, ...more };
}

const accounts = (agents: Record<string, AgentConfig>) => Object.fromEntries(accountsOf(agents));

describe("agents share an account", () => {
  it("when they are of one vendor and their env says the same of the login", () => {
    const key = { ANTHROPIC_API_KEY: "k1" };
    expect(
      accounts({
        coder: agent("claude", { env: { ...key, LOG: "1" } }),
        reviewer: agent("claude", { env: { ...key, LOG: "2" }, tiers: [{ name: "high", model: "m" }] }),
        spare: agent("claude", { env: { ANTHROPIC_API_KEY: "k2" } }),
        login: agent("claude"),
        elsewhere: agent("claude", { env: { CLAUDE_CONFIG_DIR: "/other" } }),
      }),
    ).toEqual({ coder: "coder", reviewer: "coder", spare: "spare", login: "login", elsewhere: "elsewhere" });
  });

  it("also where one vendor has two adapters, and not where two vendors have one variable", () => {
    const env = { OPENAI_API_KEY: "k" };
    expect(
      accounts({ a: agent("codex", { env }), b: agent("codex-exec", { env }), c: agent("qwen", { env }) }),
    ).toEqual({ a: "a", b: "a", c: "c" });
  });

  it("of OpenCode only for the same providers", () => {
    const of = (model: string) => agent("opencode", { tiers: [{ name: "low", model }] });
    expect(accounts({ a: of("anthropic/x"), b: of("anthropic/y"), c: of("openai/z") })).toEqual({
      a: "a",
      b: "a",
      c: "c",
    });
  });

  it("of programs Reeve does not know only where nothing differs", () => {
    const of = (command: string[]) => agent("command", { command });
    expect(accounts({ a: of(["x"]), b: of(["x"]), c: of(["x", "--fast"]) })).toEqual({ a: "a", b: "a", c: "c" });
  });

  it("when a person says so; the name of another agent means the account of that one", () => {
    expect(
      accounts({
        a: agent("claude"),
        b: agent("codex", { account: "team" }),
        c: agent("gemini", { account: "team" }),
        d: agent("command", { account: "e" }),
        e: agent("claude"),
      }),
    ).toEqual({ a: "a", b: "team", c: "team", d: "a", e: "a" });
  });
});
