import { describe, expect, it } from "vitest";
import type { Unreached } from "../../domain/work/unreached.ts";
import { done } from "../../testing/outcomes.ts";
import { aRun, cannotReach, PROVIDER, probed } from "../../testing/unreached.ts";

const HOST: Unreached = { endpoint: "https://registry.example.com", agents: [], detail: "ENOTFOUND" };

describe("a provider that stays away", () => {
  it("is asked about once, is still probed, and the question goes when it is back", () => {
    const run = aRun(["a"], { policies: { unreachableMinutes: 1 } });
    cannotReach(run, "a.1");
    for (let probe = 0; probe < 9; probe += 1) probed(run.pass(60_000), "ECONNREFUSED");
    expect([...run.state.questions.open.values()]).toMatchObject([{ kind: "endpoint", endpoint: PROVIDER.endpoint }]);
    probed(run.pass(60_000).quietly(), null);
    expect(run.state.questions.open.size).toBe(0);
    expect(run.task("a").status).toBe("working");
  });

  it("is tried by the tasks themselves when a person says so", () => {
    const run = aRun(["a"], { policies: { unreachableMinutes: 1 } });
    cannotReach(run, "a.1");
    for (let probe = 0; probe < 9; probe += 1) probed(run.pass(60_000), "ECONNREFUSED");
    run.quietly().when({ type: "answer", question: "q1", text: "start them" });
    expect(run.names()).toEqual(["question_answered", "endpoint_reached", "attempt_started:a.2"]);
  });

  it("leaves no question behind when nobody needs it any more", () => {
    const run = aRun(["a"], { policies: { unreachableMinutes: 1 } });
    cannotReach(run, "a.1");
    for (let probe = 0; probe < 9; probe += 1) probed(run.pass(60_000), "ECONNREFUSED");
    run.when({ type: "skip", task: "a", because: "not needed", dependants: "end" });
    expect(run.state.questions.open.size).toBe(0);
    expect(run.state.run.phase).toBe("ended");
  });
});

describe("a host that is nobody's provider", () => {
  it("is no hold for one task alone: that fails like any other", () => {
    const run = aRun(["a"]);
    cannotReach(run, "a.1", HOST);
    cannotReach(run, "a.2", HOST);
    expect(run.state.tree.restarts).toBe(2);
    expect(run.state.network.held.size).toBe(0);
  });

  it("holds those that could not reach it as soon as they are two, and nobody else", () => {
    const run = aRun(["a", "b", "c"], { settings: { maxParallel: 2 } });
    cannotReach(run, "a.1", HOST);
    expect(cannotReach(run.quietly(), "b.1", HOST).names()).toContain("endpoint_held");
    expect(run.state.network.held.get(HOST.endpoint)).toMatchObject({ agents: [], works: ["a", "b"] });
    expect(run.task("c").status).toBe("working");
    run.pass(1_500);
    expect(run.task("b").status).toBe("ready");
    probed(run.pass(1_000), null, HOST);
    run.ends("c.1", done("c"));
    expect([run.task("a").status, run.task("b").status]).toEqual(["working", "working"]);
  });
});
