/** The brake: pulled by a person or by itself, felt by all agents at once, released by a person and one task first. */
import { describe, expect, it } from "vitest";
import { given, type Scenario } from "../../testing/given.ts";
import { blocked, done, failed } from "../../testing/outcomes.ts";
import { outstanding, react } from "../react.ts";
import { freezeState, thawState } from "../state.ts";
import { becauseSentence } from "../wording/because-words.ts";

const MANY = Array.from({ length: 20 }, (_, at) => `t${at}`);
const dead = failed("permission", "terminal", "it may not write there");

function working(tasks: readonly string[] = MANY.slice(0, 4)): Scenario {
  const run = given({ tasks: [...tasks], settings: { maxParallel: tasks.length } });
  for (const task of tasks) run.up(`${task}.1`);
  return run.quietly();
}

function allEnd(run: Scenario): Scenario {
  for (const { id } of [...run.state.attempts.live.values()]) run.ends(id, { type: "stopped" });
  return run;
}

const braked = () => allEnd(working().when({ type: "brake", reason: "the API moves" }));

describe("pulled by a person", () => {
  it("stops all agents at once, each within two seconds, and asks; nothing has failed by it", () => {
    const run = working().when({ type: "brake", reason: "the API moves" });
    const stops = run.everything
      .filter((event) => event.type === "attempt_stopping")
      .flatMap((event) => react(event, run.state));
    expect(stops).toHaveLength(4);
    for (const stop of stops) expect(stop).toMatchObject({ type: "stop_attempt", graceMs: 1_500 });
    expect(outstanding(run.state).filter(({ type }) => type === "stop_attempt")).toHaveLength(4);
    allEnd(run);
    expect(run.state.run.phase).toBe("halted");
    expect([...run.state.questions.open.values()]).toMatchObject([{ kind: "halt", tasks: [] }]);
    expect(run.state.run.because && becauseSentence(run.state.run.because)).toBe(
      "a person pulled the brake: the API moves",
    );
    expect(run.task("t0").counts).toMatchObject({ retries: 0, lost: 0 });
  });

  it("holds over restarts, and pulled twice it is pulled once", () => {
    const run = braked().when({ type: "brake", reason: "again" });
    const { settings } = run.state;
    const again = Object.assign(run, { state: thawState(structuredClone(freezeState(run.state))) });
    again.when({ type: "run_opened", host: "here", bootId: "b2", pid: 2, version: "0", adopted: [], settings });
    expect(again.state.run.phase).toBe("halted");
    expect(again.state.questions.open.size).toBe(1);
  });

  it("is refused where nothing is worked", () => {
    const run = given({ tasks: ["a"] })
      .up("a.1")
      .ends("a.1", done("a"))
      .verified("a.1");
    expect(run.when({ type: "brake", reason: "" }).answer).toMatchObject({
      refusal: { what: "run_over", phase: "ended" },
    });
  });
});

describe("released by a person", () => {
  it("lets one agent work until the first task is done, then all", () => {
    const run = braked().when({ type: "release" }).quietly();
    expect(run.state.attempts.live.size).toBe(1);
    run.up("t0.2").ends("t0.2", done("t0")).verified("t0.2");
    expect(run.names()).toContain("release_completed");
    expect(run.state.attempts.live.size).toBe(3);
  });

  it("stands again when that one fails", () => {
    const run = braked().when({ type: "release" }).up("t0.2").ends("t0.2", dead);
    expect(run.state.run).toMatchObject({
      phase: "halted",
      because: { rule: "release_failed", facts: { task: "t0" } },
    });
  });

  it("does not stand again because that one asks what is meant", () => {
    const run = braked().when({ type: "release" }).up("t0.2").ends("t0.2", blocked("t0"));
    expect(run.state.run.phase).toBe("working");
    expect(run.state.attempts.live.size).toBe(1);
  });

  it("once more lets all of them work at once; where nothing is braked it is refused", () => {
    const run = braked().when({ type: "release" }).when({ type: "release" });
    expect(run.state.attempts.live.size).toBe(4);
    expect(run.when({ type: "release" }).answer).toMatchObject({ refusal: { what: "not_braked", phase: "working" } });
  });

  it("before all agents have ended goes on as soon as they have", () => {
    const run = working().when({ type: "brake", reason: "" }).when({ type: "release" });
    expect(allEnd(run).state.run.phase).toBe("working");
    expect(run.state.attempts.live.size).toBe(1);
  });

  it("is refused where the budget is used up: that is granted", () => {
    const run = given({ tasks: ["a"], settings: { budgets: { usd: 1 } } }).up("a.1");
    run.when({
      type: "attempt_progressed",
      attempt: "a.1",
      usage: { tokens: 1, usd: 2 },
      activity: null,
      session: null,
    });
    expect(run.when({ type: "release" }).answer).toMatchObject({ refusal: { what: "halted_for_budget" } });
  });
});

describe("pulled by itself", () => {
  const losing = (run: Scenario, ...tasks: readonly string[]) => {
    for (const task of tasks) run.up(`${task}.1`).ends(`${task}.1`, dead);
    return run;
  };

  it("when three of the last eight decisions were about one class of failure", () => {
    const run = losing(working(), "t0", "t1");
    expect(losing(working(MANY), "t0", "t1").state.run.phase).toBe("working");
    expect(run.state.run.phase).toBe("working");
    const third = losing(working(MANY), "t0", "t1", "t2");
    expect(third.state.run).toMatchObject({
      phase: "stopping",
      because: { rule: "same_failures", facts: { class: "permission", count: 3, of: 3 } },
    });
  });

  it("not when they are spread over more than eight, or of different classes, or about what is done", () => {
    const run = losing(working(MANY), "t0", "t1");
    for (const task of MANY.slice(10, 17)) run.ends(`${task}.1`, done(task)).verified(`${task}.1`);
    expect(losing(run, "t2").state.run.phase).toBe("working");
    const mixed = losing(working(MANY), "t0", "t1").ends("t2.1", failed("config_error", "terminal"));
    expect(mixed.state.run.phase).toBe("working");
  });

  it("when disk or memory is low, and when a rule is broken that says so", () => {
    const low = working().when({ type: "host_low", what: "disk", leftMb: 12 });
    expect(low.state.run.because && becauseSentence(low.state.run.because)).toBe(
      "this machine has little disk left (12 MB)",
    );
    const brake = { same: 3, ofLast: 8, diskMb: 0, memoryMb: 0, violations: ["outside_write"] };
    const strict = given({ tasks: ["a"], policies: { brake } }).up("a.1");
    strict.when({ type: "outside_write_seen", paths: ["README.md"], ended: [] });
    expect(strict.state.run).toMatchObject({ phase: "stopping", because: { rule: "violation" } });
  });
});
