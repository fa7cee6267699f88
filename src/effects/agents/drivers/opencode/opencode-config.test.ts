import { describe, expect, it } from "vitest";
import type { DriveOrder } from "../driver-lines.ts";
import { besideGateway, opencodeEnv } from "./opencode-config.ts";

function order(more: Partial<DriveOrder>): DriveOrder {
  const empty = { prompt: "", workspace: "/w", session: null, newSession: "", program: [], options: {} };
  return { ...empty, model: null, limits: { minutes: 1 }, ...more };
}

function providers(more: Partial<DriveOrder>, theirs: object = {}): Record<string, unknown> | undefined {
  const env = opencodeEnv(order(more), { OPENCODE_CONFIG_CONTENT: JSON.stringify(theirs) });
  return JSON.parse(env["OPENCODE_CONFIG_CONTENT"] ?? "").provider;
}

const gateway = { url: "http://127.0.0.1:1/token" };

describe("OpenCode with the gateway", () => {
  it("is sent there by the provider of its model, or by all that the gateway knows where it chooses itself", () => {
    const base = (path: string) => ({ options: { baseURL: `${gateway.url}/${path}` } });
    expect(providers({ gateway, model: "anthropic/m" })).toEqual({ anthropic: base("anthropic/v1") });
    expect(providers({ gateway })).toEqual({
      anthropic: base("anthropic/v1"),
      openai: base("openai"),
      google: base("gemini/v1beta"),
    });
    expect(providers({ model: "anthropic/m" })).toBeUndefined();
  });

  it("keeps what a person says of a provider beside its address", () => {
    const theirs = { provider: { openai: { options: { timeout: 5 } }, mine: { name: "Mine" } } };
    expect(providers({ gateway, model: "openai/m" }, theirs)).toEqual({
      openai: { options: { timeout: 5, baseURL: `${gateway.url}/openai` } },
      mine: { name: "Mine" },
    });
  });

  it("says so where a provider of a person's own is not behind it", () => {
    expect(besideGateway(order({ gateway, model: "mine/m" }))).toContain("provider of its own (mine)");
    expect(besideGateway(order({ gateway, model: "openai/m" }))).toBeNull();
    expect(besideGateway(order({ model: "mine/m" }))).toBeNull();
  });
});
