import { describe, expect, it } from "vitest";
import { done, failed } from "../../testing/outcomes.ts";
import { aRun, cannotReach, PROVIDER, probed, TWINS } from "../../testing/unreached.ts";
import { nextMove } from "../next-move.ts";
import { freezeState, thawState } from "../state.ts";

const PAUSES = { restarts: 3, withinS: 60, backoff: { kind: "constant", delayS: 5, jitter: 0 }, graceS: 5 } as const;

describe("a provider that cannot be reached", () => {
  it("holds all agents that need it, lets the others go on, and costs nobody anything", () => {
    const run = aRun(TWINS, { settings: { maxParallel: 1 } });
    expect(cannotReach(run, "a.1").names()).toEqual([
      "attempt_ended:a.1",
      "endpoint_held",
      "task_requeued:a",
      "attempt_started:c.1",
    ]);
    expect(run.task("a").counts).toMatchObject({ retries: 0, attemptsBefore: 1, lost: 0 });
    expect(run.state.tree.restarts).toBe(0);
    run.ends("c.1", done("c"));
    for (const task of ["a", "b"])
      expect(nextMove(run.state, run.task(task))).toMatchObject({ by: "network", endpoint: PROVIDER.endpoint });
  });

  it("is one hold, however many attempts meet it", () => {
    const run = aRun();
    cannotReach(run, "a.1").quietly();
    expect(cannotReach(run, "b.1").names()).toEqual(["attempt_ended:b.1", "task_requeued:b"]);
    expect(run.state.network.held.size).toBe(1);
  });

  it("is probed with a growing pause until it is reached; then all go on", () => {
    const run = aRun(["a", { id: "b", agent: "twin" }], { settings: { maxParallel: 1 } });
    cannotReach(run, "a.1").quietly();
    const pauses: number[] = [];
    for (let probe = 0; probe < 7; probe += 1) {
      const { probeAt = null } = run.state.network.held.get(PROVIDER.endpoint) ?? {};
      pauses.push((probeAt ?? 0) - run.at);
      run.pass((probeAt ?? 0) - run.at);
      expect(run.owed()).toContain("probe_endpoint");
      probed(run, "ETIMEDOUT");
    }
    expect(pauses).toEqual([2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000]);
    expect(probed(run.quietly(), null).names()).toEqual(["endpoint_reached", "attempt_started:a.2"]);
    expect(run.state.timers.has("endpoint https://api.example.com")).toBe(false);
  });

  it("is held at once where the gateway could not connect, and what runs is not touched", () => {
    const run = aRun(TWINS);
    expect(run.when({ type: "endpoint_unreached", ...PROVIDER }).names()).toEqual(["endpoint_held"]);
    expect(run.when({ type: "endpoint_unreached", ...PROVIDER }).names()).toEqual([]);
    expect(run.task("a").status).toBe("working");
    expect(run.when({ type: "endpoint_unreached", ...PROVIDER, agents: ["nobody"] }).names()).toEqual([]);
  });

  it("waits without an end for a restart that the tree had planned before", () => {
    const run = aRun(["a"], { policies: { roles: { worker: PAUSES, drone: PAUSES, lead: PAUSES } } });
    run.ends("a.1", failed("crash", "transient")).quietly();
    run.when({ type: "endpoint_unreached", ...PROVIDER });
    run.pass(10_000);
    expect(run.task("a").status).toBe("waiting_for_wakeup");
    expect(nextMove(run.state, run.task("a"))).toMatchObject({ by: "network" });
    expect(probed(run.quietly(), null).names()).toEqual(["endpoint_reached", "attempt_admitted:a.2"]);
  });

  it("excuses an attempt that ran out of time because of it, and none that ran out of its budget", () => {
    const late = aRun(["a"]);
    late
      .up("a.1")
      .pass(61 * 60_000)
      .quietly();
    expect(cannotReach(late, "a.1", PROVIDER, { type: "stopped" }).names()).toContain("endpoint_held");
    expect(late.task("a").counts.raised).toBe(0);
    const dear = aRun([{ id: "a", budget: { tokens: 1 } }]);
    dear
      .up("a.1")
      .when({ type: "attempt_progressed", attempt: "a.1", usage: { tokens: 5 }, activity: null, session: null });
    expect(cannotReach(dear.quietly(), "a.1", PROVIDER, { type: "stopped" }).names()).toContain("question_asked");
  });

  it("is reached where an agent at work was answered by its model, whatever the probes say", () => {
    const run = aRun(TWINS);
    run.up("b.1");
    cannotReach(run, "a.1").quietly();
    const answered = (tokens: number) =>
      run.when({ type: "attempt_progressed", attempt: "b.1", usage: { tokens }, activity: null, session: null });
    answered(5);
    expect(run.state.network.held.size).toBe(1); // that may have been counted late
    run.at += 11_000;
    answered(5);
    expect(run.state.network.held.size).toBe(1);
    answered(9);
    expect(run.state.network.held.size).toBe(0);
  });

  it("does not do so for ever to one task: so many attempts, then a person is asked", () => {
    const run = aRun(["a"], { policies: { uncountedAttempts: 3 } });
    for (const attempt of ["a.1", "a.2", "a.3"]) {
      cannotReach(run, attempt);
      if (run.task("a").status === "ready") probed(run.pass(2_000), null);
    }
    expect(run.task("a").status).toBe("waiting_for_input");
    expect(run.task("a").because).toMatchObject({ rule: "unreachable_too_often", facts: { count: 3 } });
  });

  it("is a failure like any other where the policy says so", () => {
    const run = aRun(["a"], { policies: { holdUnreachable: false } });
    cannotReach(run, "a.1");
    expect(run.state.tree.restarts).toBe(1);
    expect(run.state.network.held.size).toBe(0);
  });

  it("is held also after kill -9, and what was being tried is tried again", () => {
    const run = aRun(["a"]);
    cannotReach(run, "a.1").pass(2_000);
    const back = thawState(JSON.parse(JSON.stringify(freezeState(run.state))));
    expect(back.network.held.get(PROVIDER.endpoint)).toMatchObject({ probeAt: null, probes: 0 });
    expect(JSON.stringify(freezeState(back))).toBe(JSON.stringify(freezeState(run.state)));
    expect(run.owed()).toContain("probe_endpoint");
  });
});
