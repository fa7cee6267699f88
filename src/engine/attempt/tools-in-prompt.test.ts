/** What an agent is told of the tools it can call, and what it is told in any case. */
import { expect, test } from "vitest";
import { defaultConfig } from "../../config/parse-config.ts";
import type { AgentConfig } from "../../domain/spec/config.ts";
import { given } from "../../testing/given.ts";
import { settingsOf } from "../settings.ts";
import { orderOf } from "./react.ts";

const AGENT: AgentConfig = {
  adapter: "claude",
  command: [],
  env: {},
  tiers: [],
  limits: { minutes: 60, outputMb: 32, parallel: 4 },
  options: {},
};

function promptWith(adapter: string, callback: boolean): string {
  const config = { ...defaultConfig(), callback, agents: { agent: { ...AGENT, adapter } } };
  return orderOf(given({ tasks: ["a"], settings: settingsOf(config) }).state, "a.1").prompt;
}

test("an agent that has the tools is told so, beside the way that works without", () => {
  const prompt = promptWith("claude", true);
  expect(prompt).toContain('tools of the MCP server "reeve"');
  expect(prompt).toContain("write it to the file named by REEVE_RESULT, or print it last");
});

test("one that has none is not told of any", () => {
  for (const prompt of [promptWith("claude", false), promptWith("command", true), promptWith("scripted", true)])
    expect(prompt).not.toContain("MCP");
});
