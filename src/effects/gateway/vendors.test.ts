import { describe, expect, it } from "vitest";
import { callerOf, tokenFor } from "../loopback/attempt-token.ts";
import { agentVariables, upstreamsOf } from "./vendors.ts";

describe("the API behind the gateway", () => {
  it("is the vendor's, or where the agent would have gone by itself", () => {
    expect(upstreamsOf({}, {})).toEqual({
      anthropic: "https://api.anthropic.com",
      openai: "https://api.openai.com/v1",
      gemini: "https://generativelanguage.googleapis.com",
    });
    const agent = { ANTHROPIC_BASE_URL: "http://proxy/a/", OPENAI_BASE_URL: "" };
    const user = { ANTHROPIC_BASE_URL: "http://other", COPILOT_PROVIDER_BASE_URL: "http://own/v1" };
    expect(upstreamsOf(agent, user)).toMatchObject({ anthropic: "http://proxy/a", openai: "http://own/v1" });
  });
});

describe("the variables of an agent", () => {
  it("lead every vendor's clients to the gateway, past a proxy for the outside", () => {
    expect(agentVariables("http://127.0.0.1:1/t", {}, { NO_PROXY: "intranet" })).toEqual({
      ANTHROPIC_BASE_URL: "http://127.0.0.1:1/t/anthropic",
      OPENAI_BASE_URL: "http://127.0.0.1:1/t/openai",
      GOOGLE_GEMINI_BASE_URL: "http://127.0.0.1:1/t/gemini",
      NO_PROXY: "intranet,127.0.0.1",
      no_proxy: "127.0.0.1",
    });
  });

  it("replace those only some agents read only where they were set", () => {
    const variables = agentVariables("http://127.0.0.1:1/t", { COPILOT_PROVIDER_BASE_URL: "http://own/v1" }, {});
    expect(variables).toMatchObject({ COPILOT_PROVIDER_BASE_URL: "http://127.0.0.1:1/t/openai" });
  });
});

describe("an attempt's token", () => {
  it("names it again, with the same secret only", () => {
    const caller = { agent: "coder", attempt: "build.ü/2" };
    expect(callerOf(tokenFor(caller, "s"), "s")).toEqual(caller);
    expect(callerOf(tokenFor(caller, "s"), "t")).toBeNull();
    for (const bad of ["", ".", "x.y", "a.b.c", `${tokenFor(caller, "s")}x`]) expect(callerOf(bad, "s")).toBeNull();
    expect(encodeURIComponent(tokenFor(caller, "s"))).toBe(tokenFor(caller, "s"));
  });
});
