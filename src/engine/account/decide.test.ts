import { describe, expect, it } from "vitest";
import type { AgentSettings } from "../../domain/spec/settings.ts";
import type { Outcome } from "../../domain/work/outcome.ts";
import { given } from "../../testing/given.ts";
import { done, failed } from "../../testing/outcomes.ts";
import { nextMove } from "../next-move.ts";

const agent: AgentSettings = { minutes: 60, parallel: 10, tiers: [] };
const agents = { agent };
/** Two agents of one account, and one of its own. */
const sharing = { agent, twin: { ...agent, account: "agent" }, other: agent };

function limited(retryAt: number): Outcome {
  const failure = { class: "rate_limit", restart: "transient", message: "Limit.", evidence: [], retryAt } as const;
  return { type: "failed", failure };
}

const unknown = failed("rate_limit", "transient");
const twins = ["a", { id: "b", agent: "twin" }, { id: "c", agent: "other" }];

describe("a usage limit that the gateway saw", () => {
  it("holds the agents it concerns, costs nothing, and touches nothing that runs", () => {
    const run = given({ tasks: ["a", "b"], settings: { agents, maxParallel: 1 } }).quietly();
    const told = { type: "account_limited", agents: ["agent", "nobody"], until: run.at + 90_000 } as const;
    expect(run.when(told).names()).toEqual(["account_held"]);
    expect(run.when(told).names()).toEqual([]);
    expect(run.task("a").status).toBe("working");
    expect(run.pass(90_000).names()).toContain("account_freed");
  });

  it("is no news where a later reset was told before, or no agent of the run is concerned", () => {
    const run = given({ tasks: ["a"], settings: { agents, maxParallel: 1 } }).quietly();
    const told = { type: "account_limited", agents: ["agent"], until: run.at + 90_000 } as const;
    run.when(told).quietly();
    expect(run.when({ ...told, until: run.at + 60_000 }).names()).toEqual([]);
    expect(run.when({ ...told, until: run.at + 120_000 }).names()).toEqual(["account_held"]);
    expect(run.when({ ...told, agents: ["nobody"] }).names()).toEqual([]);
  });

  it("holds an account once, however many of its agents were seen with it", () => {
    const run = given({ tasks: twins, settings: { agents: sharing } }).quietly();
    const until = run.at + 90_000;
    expect(run.when({ type: "account_limited", agents: ["agent", "twin"], until }).names()).toEqual(["account_held"]);
  });
});

describe("agents that share an account", () => {
  it("wait together, and others do not", () => {
    const run = given({ tasks: twins, settings: { agents: sharing, maxParallel: 1 } }).quietly();
    expect(run.ends("a.1", limited(run.at + 90_000)).names()).toEqual([
      "attempt_ended:a.1",
      "account_held",
      "task_requeued:a",
      "attempt_started:c.1",
    ]);
    run.ends("c.1", done("c"));
    expect(nextMove(run.state, run.task("b"))).toMatchObject({ by: "account", account: "agent", kind: "stated" });
  });

  it("that meet the limit at once make one hold, and start one after another when it is over", () => {
    const tasks = ["a", "b", { id: "t", agent: "twin" }];
    const run = given({ tasks, settings: { agents: sharing, maxParallel: 3 } }).quietly();
    const reset = run.at + 90_000;
    for (const [task, late] of [
      ["a", 0],
      ["b", 1_000],
      ["t", 4_000],
    ] as const)
      run.ends(`${task}.1`, limited(reset + late));
    expect(run.names().filter((name) => name === "account_held")).toHaveLength(1);
    const starts = () => run.names().filter((name) => name.startsWith("attempt_started"));
    expect([run.pass(90_000) && starts(), run.pass(4_999) && starts(), run.pass(1) && starts()]).toEqual([
      ["attempt_started:a.2"],
      [],
      ["attempt_started:b.2"],
    ]);
    expect(run.pass(5_000) && starts()).toEqual(["attempt_started:t.2"]);
    for (const task of ["a", "b", "t"])
      expect(run.task(task)).toMatchObject({ restarts: 0, attempts: 2, counts: { retries: 0, attemptsBefore: 1 } });
  });

  it("do not start by the tree either: what crashes meanwhile waits with the others", () => {
    const run = given({ tasks: twins, settings: { agents: sharing, maxParallel: 3 } });
    run
      .up("b.1")
      .ends("a.1", limited(run.at + 90_000))
      .quietly();
    run.ends("b.1", failed("crash", "transient")).pass(60_000);
    expect(run.state.attempts.live.get("b.2")?.phase).toBe("deferred");
    expect(nextMove(run.state, run.task("b"))).toMatchObject({ by: "account" });
    run.quietly();
    expect(run.pass(30_000).names()).toContain("attempt_admitted:b.2");
  });

  it("stay held when a pause ends before the limit", () => {
    const run = given({ tasks: twins, settings: { agents: sharing, maxParallel: 3 } });
    run.up("b.1").ends("a.1", limited(run.at + 90_000));
    run.ends("b.1", failed("crash", "transient")).when({ type: "pause" }).pass(60_000).quietly();
    expect(run.when({ type: "resume" }).names()).toEqual(["run_resumed"]);
    expect(run.pass(30_000).names()).toContain("attempt_admitted:b.2");
  });
});

describe("a limit that does not say when it resets", () => {
  const times = (n: number) => `a.${n}`;

  it("is tried again every few seconds, then after longer and longer, costs nothing, and asks a person in the end", () => {
    const run = given({ tasks: ["a"], settings: { agents } });
    const waits: number[] = [];
    for (let n = 1; n <= 20; n += 1) {
      run.quietly().ends(times(n), unknown);
      const hold = run.state.accounts.held.get("agent");
      expect(hold).toMatchObject({ kind: "guessed" });
      waits.push(Math.round(((hold?.until ?? 0) - run.at) / 1_000));
      run.pass((hold?.until ?? 0) - run.at);
    }
    const minutes = [1, 2, 4, 8, 16, 32, 60, 60, 60, 60, 60, 60].map((each) => each * 60);
    expect(waits).toEqual([5, 5, 5, 5, 5, 5, 5, 5, ...minutes]);
    expect(run.task("a")).toMatchObject({ restarts: 0, counts: { retries: 0, attemptsBefore: 20 } });
    expect(run.quietly().ends("a.21", unknown).names()).toContain("question_asked");
  });

  it("begins anew after an attempt that met no limit", () => {
    const run = given({ tasks: ["a", "b"], settings: { agents, maxParallel: 1 } });
    run.ends("a.1", unknown).pass(5_000).ends("a.2", unknown).pass(5_000).ends("a.3", done("a"));
    run.pass(60_000).quietly().ends("b.1", unknown);
    expect(run.state.accounts.held.get("agent")?.until).toBe(run.at + 5_000);
    expect(run.state.accounts.limits["agent"]?.tries).toBe(1);
  });

  it("is held by what was told already, or by a time that is told later", () => {
    const run = given({ tasks: ["a", "b", "c"], settings: { agents, maxParallel: 3 } });
    run
      .ends("a.1", unknown)
      .ends("b.1", limited(run.at + 30_000))
      .quietly();
    expect(run.state.accounts.held.get("agent")).toMatchObject({ kind: "stated", until: run.at + 30_000 });
    expect(run.ends("c.1", unknown).names()).not.toContain("account_held");
  });

  it("lets one try first when it is guessed to be over", () => {
    const run = given({ tasks: ["a", "b"], settings: { agents, maxParallel: 2 } });
    run.ends("a.1", unknown).ends("b.1", unknown).quietly().pass(5_000);
    expect(run.names().filter((name) => name.startsWith("attempt_started"))).toEqual(["attempt_started:a.2"]);
    expect(run.ends("a.2", unknown).pass(9_000).names()).not.toContain("attempt_started:b.2");
  });
});
