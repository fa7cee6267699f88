/** The brake that pauses: who is held, that nobody is late by it, and how they are let go, one first. */
import { describe, expect, it } from "vitest";
import type { BrakePolicy } from "../../domain/spec/config.ts";
import { given, type Scenario } from "../../testing/given.ts";
import { done } from "../../testing/outcomes.ts";
import { react } from "../react.ts";

const MINUTE = 60_000;
const BRAKE: BrakePolicy = { agents: "pause", same: 3, ofLast: 8, diskMb: 200, memoryMb: 64, violations: [] };

function braked(): Scenario {
  const run = given({ tasks: ["a", "b", "c"], settings: { maxParallel: 2 }, policies: { brake: BRAKE } });
  return run.up("a.1").up("b.1").when({ type: "brake", reason: "wait" });
}

const live = ({ state }: Scenario) =>
  [...state.attempts.live.values()].map(
    ({ id, phase, pausedAt }) => `${id} ${pausedAt !== undefined && phase === "working" ? "paused" : phase}`,
  );

describe("a brake that pauses", () => {
  it("holds all agents, ends none, starts nothing, and asks once", () => {
    const run = braked().when({ type: "brake", reason: "said twice" });
    expect(live(run)).toEqual(["a.1 paused", "b.1 paused"]);
    expect(run.state.run.phase).toBe("paused");
    const effects = run.everything.flatMap((event) => react(event, run.state)).map(({ type }) => type);
    expect(effects.filter((type) => type === "pause_attempt")).toHaveLength(2);
    expect(effects).not.toContain("stop_attempt");
    expect([...run.state.questions.open.values()]).toMatchObject([
      { kind: "halt", text: expect.stringContaining("All agents are paused, and nothing starts.") },
    ]);
    expect(run.owed()).toContain("pause_attempt");
  });

  it("holds one that was just being started as soon as it is up", () => {
    const run = given({ tasks: ["a", "b"], policies: { brake: BRAKE } }).up("a.1");
    run.when({ type: "brake", reason: "wait" }).up("b.1");
    expect(live(run)).toEqual(["a.1 paused", "b.1 paused"]);
  });

  it("makes nobody late: what it held has as much time left as before", () => {
    const run = braked();
    const before = run.state.attempts.live.get("a.1")?.deadlineAt ?? 0;
    run.pass(600 * MINUTE);
    expect(live(run)).toEqual(["a.1 paused", "b.1 paused"]);
    run.when({ type: "release" });
    expect(run.state.attempts.live.get("a.1")?.deadlineAt).toBe(before + 600 * MINUTE);
  });

  it("lets one go first, and all when its task is done", () => {
    const run = braked().when({ type: "release" });
    expect(live(run)).toEqual(["a.1 working", "b.1 paused"]);
    run.ends("a.1", done("a"));
    expect(live(run)).toEqual(["b.1 working", "c.1 starting"]);
    expect(run.names()).toContain("release_completed");
  });

  it("lets the next one go where the first came to nothing that counts", () => {
    const run = braked().when({ type: "release" });
    run.ends("a.1", { type: "lost", evidence: [], outage: true });
    expect(live(run)).toContain("b.1 working");
  });

  it("is released by a resume too, one first, and by an answer all at once", () => {
    expect(live(braked().when({ type: "resume" }))).toEqual(["a.1 working", "b.1 paused"]);
    const answered = braked().when({ type: "answer", question: "q1", text: "resume" });
    expect(live(answered)).toEqual(["a.1 working", "b.1 working"]);
  });

  it("ends whom it held when the answer is to stop", () => {
    const run = braked().when({ type: "answer", question: "q1", text: "stop" });
    expect(live(run)).toEqual(["a.1 stopping", "b.1 stopping"]);
    run.ends("a.1", { type: "stopped" }).ends("b.1", { type: "stopped" });
    expect(run.state.run.phase).toBe("ended");
  });

  it("stops agents instead where memory is what is missing", () => {
    const run = given({ tasks: ["a"], policies: { brake: BRAKE } }).up("a.1");
    run.when({ type: "host_low", what: "memory", leftMb: 10 });
    expect(live(run)).toEqual(["a.1 stopping"]);
  });

  it("takes no agent that is held for stuck", () => {
    const run = braked();
    const signs = { quietMs: 9e9, repeated: null, idleMs: 9e9, tool: null, stoppedMs: 9e9, emptySteps: 0, waits: null };
    run.when({ type: "health_seen", attempt: "a.1", signs: { ...signs, processes: 1 } as never });
    expect(run.answer).toEqual({ type: "no" });
  });
});
