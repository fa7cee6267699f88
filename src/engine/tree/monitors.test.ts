import { describe, expect, it } from "vitest";
import { given, type Scenario } from "../../testing/given.ts";
import { done } from "../../testing/outcomes.ts";
import { outstanding } from "../react.ts";
import { freezeState, thawState } from "../state.ts";
import { givenUpMonitors, liveMonitors } from "./monitors.ts";

const ALL = ["health", "budget", "hygiene", "violations"];
const WORKER = { restarts: 2, withinS: 300, backoff: { kind: "constant", delayS: 10, jitter: 0 }, graceS: 1 } as const;

function run(): Scenario {
  const roles = { worker: WORKER, drone: WORKER, lead: WORKER };
  return given({ tasks: ["a"], policies: { roles } })
    .up("a.1")
    .quietly();
}

function fails(scenario: Scenario): Scenario {
  return scenario.when({ type: "monitor_failed", monitor: "budget", message: "the disk is gone" });
}

describe("the monitors of a run", () => {
  it("are all wanted at work as soon as the run works, by an effect that can be said twice", () => {
    const { state } = run();
    expect(outstanding(state)).toContainEqual({ type: "tend_monitors" });
    expect(liveMonitors(state).map(({ monitor }) => monitor)).toEqual(ALL);
  });

  it("restart after their backoff when they fail, without touching the others or a task", () => {
    const scenario = run();
    const before = liveMonitors(scenario.state);
    fails(scenario);
    expect(scenario.names()).toEqual(["monitor_failed", "restart_scheduled"]);
    expect(liveMonitors(scenario.state)).toEqual(before.filter(({ monitor }) => monitor !== "budget"));
    scenario.pass(10_000);
    const after = liveMonitors(scenario.state);
    expect(after.map(({ monitor }) => monitor)).toEqual(ALL);
    expect(after.filter(({ monitor }) => monitor !== "budget")).toEqual(
      before.filter((each) => each.monitor !== "budget"),
    );
    expect(scenario.task("a")).toMatchObject({ status: "working", restarts: 0 });
  });

  it("are given up beyond their intensity, and the run is worked to its end without them", () => {
    const scenario = run();
    fails(scenario).pass(10_000);
    fails(scenario).pass(10_000);
    scenario.quietly();
    fails(scenario);
    expect(scenario.names()).toEqual(["monitor_failed", "supervisor_gave_up"]);
    expect(givenUpMonitors(scenario.state)).toEqual(["budget"]);
    expect(fails(scenario).answer).toEqual({ type: "no" });
    scenario.ends("a.1", done("a"));
    expect(scenario.state.run).toMatchObject({ phase: "ended", verdict: "done" });
  });

  it("count over the death of Reeve: the one that resumes starts nobody as a restart", () => {
    const scenario = run();
    fails(scenario).pass(10_000);
    fails(scenario).pass(10_000);
    const { state } = scenario;
    const thawed = thawState(JSON.parse(JSON.stringify(freezeState(state))));
    expect(liveMonitors(thawed)).toEqual(liveMonitors(state));
    expect(thawed.tree.monitors).toEqual(state.tree.monitors);
    opens(scenario);
    expect(scenario.names()).toEqual(["run_opened"]);
    fails(scenario);
    expect(givenUpMonitors(state)).toEqual(["budget"]);
  });

  it("that were given up are tried again by the next Reeve that opens the run, and by nobody else", () => {
    const scenario = run();
    for (let n = 0; n < 3; n += 1) fails(scenario).pass(10_000);
    scenario.pass(3_600_000);
    expect(givenUpMonitors(scenario.state)).toEqual(["budget"]);
    opens(scenario);
    expect(givenUpMonitors(scenario.state)).toEqual([]);
    expect(liveMonitors(scenario.state).map(({ monitor }) => monitor)).toEqual(ALL);
  });

  it("of an earlier incarnation fail in vain", () => {
    const scenario = run();
    const [first] = liveMonitors(scenario.state).filter(({ monitor }) => monitor === "budget");
    fails(scenario).pass(10_000).quietly();
    scenario.when({ type: "monitor_failed", monitor: "budget", incarnation: first?.incarnation ?? 0, message: "late" });
    expect(scenario.answer).toEqual({ type: "no" });
    expect(scenario.names()).toEqual([]);
  });

  it("end with the run", () => {
    const scenario = run().ends("a.1", done("a"));
    expect(liveMonitors(scenario.state)).toEqual([]);
  });
});

function opens(scenario: Scenario): void {
  scenario.quietly();
  const { settings } = scenario.state;
  scenario.when({ type: "run_opened", host: "here", bootId: "boot", pid: 2, version: "0", adopted: ["a.1"], settings });
}
