import { describe, expect, it } from "vitest";
import { given } from "../testing/given.ts";

const agents = { agent: { minutes: 60, parallel: 10, tiers: [] } };

describe("a usage limit that the gateway saw", () => {
  it("holds the agents it concerns, costs nothing, and touches nothing that runs", () => {
    const run = given({ tasks: ["a", "b"], settings: { agents, maxParallel: 1 } }).quietly();
    const told = { type: "account_limited", agents: ["agent", "nobody"], until: run.at + 90_000 } as const;
    expect(run.when(told).names()).toEqual(["account_held"]);
    expect(run.when(told).names()).toEqual([]);
    expect(run.task("a").status).toBe("working");
    expect(run.pass(90_000).names()).toContain("account_released");
  });

  it("is no news where a later reset was told before, or no agent of the run is concerned", () => {
    const run = given({ tasks: ["a"], settings: { agents, maxParallel: 1 } }).quietly();
    const told = { type: "account_limited", agents: ["agent"], until: run.at + 90_000 } as const;
    run.when(told).quietly();
    expect(run.when({ ...told, until: run.at + 60_000 }).names()).toEqual([]);
    expect(run.when({ ...told, until: run.at + 120_000 }).names()).toEqual(["account_held"]);
    expect(run.when({ ...told, agents: ["nobody"] }).names()).toEqual([]);
  });
});
