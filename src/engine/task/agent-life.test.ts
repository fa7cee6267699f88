/** What people see of an agent's life, from its start until it is reaped, in runs of every kind. */
import { expect, it } from "vitest";
import type { AgentLife } from "../../domain/tree/agent-life.ts";
import { given, type Scenario } from "../../testing/given.ts";
import { blocked, CRASH, done } from "../../testing/outcomes.ts";

function agentOf(run: Scenario, task = "a"): AgentLife | undefined {
  return run.task(task).agent;
}

it("begins with the first attempt, and none is there before", () => {
  const run = given({ tasks: ["a", { id: "b", dependsOn: ["a"] }] });
  expect(agentOf(run)).toMatchObject({ attempt: "a.1", state: "working" });
  expect(agentOf(run, "b")).toBeUndefined();
});

it("is verified before it is done, then reaped", () => {
  const run = given({ isolated: true, tasks: ["a"] }).up("a.1");
  run.ends("a.1", done("a"));
  expect(agentOf(run)).toMatchObject({ attempt: "a.1", state: "verifying" });
});

it("is reaped with what its end led to", () => {
  expect(agentOf(given({ tasks: ["a"] }).ends("a.1", done("a")))).toMatchObject({ state: "reaped", end: "done" });
  expect(agentOf(given({ tasks: ["a"] }).ends("a.1", blocked("a")))).toMatchObject({
    state: "reaped",
    end: "escalate",
  });
  const role = { restarts: 3, withinS: 60, backoff: { kind: "constant", delayS: 5, jitter: 0 }, graceS: 1 } as const;
  const roles = { worker: role, drone: role, lead: role };
  const crashed = given({ tasks: ["a"], policies: { roles } }).ends("a.1", CRASH);
  expect(agentOf(crashed)).toMatchObject({ attempt: "a.1", state: "reaped", end: "restart" });
  crashed.pass(6_000);
  expect(agentOf(crashed)).toMatchObject({ attempt: "a.2", state: "working" });
});

it("is not reaped before its processes are gone", () => {
  const run = given({ tasks: ["a", "b"] }).up("a.1");
  run.when({ type: "skip", task: "a", because: "not needed", dependants: "end" });
  expect(run.task("a").status).toBe("skipped");
  expect(agentOf(run)).toMatchObject({ state: "working" });
  run.ends("a.1", { type: "stopped" });
  expect(agentOf(run)).toMatchObject({ state: "reaped", end: "stopped" });
});

it("waits for wake-up while the run is paused", () => {
  const run = given({ tasks: ["a"] })
    .up("a.1")
    .when({ type: "pause" });
  run.ends("a.1", CRASH).pass(120_000);
  expect(agentOf(run)).toMatchObject({ attempt: "a.2", state: "waiting_for_wakeup" });
  run.when({ type: "resume" });
  expect(agentOf(run)).toMatchObject({ attempt: "a.2", state: "working" });
});
