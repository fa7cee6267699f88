/** From suspicion to a nudge, from there to a stop, and what recovery makes of it. */
import { expect, it } from "vitest";
import type { Signs } from "../../domain/work/health.ts";
import { given, type Scenario } from "../../testing/given.ts";

const HEALTH = { silenceS: 600, toolS: 1_800, busyS: 2_700, stoppedS: 30 };
const AGENTS = { agent: { minutes: 60, parallel: 4, tiers: [], health: HEALTH } };

function aRun(): Scenario {
  return given({ tasks: ["a"], settings: { agents: AGENTS } })
    .up("a.1")
    .quietly();
}

function seen(run: Scenario, minutes: number, more: Partial<Signs> = {}): Scenario {
  const silent = { quietMs: minutes * 60_000, idleMs: minutes * 60_000 };
  const signs = { repeated: 0, tool: null, stoppedMs: 0, emptySteps: 0, waits: null, processes: 1, ...silent, ...more };
  return run.when({ type: "health_seen", attempt: "a.1", signs });
}

it("who is silent is asked what it does, and stopped when that helps nothing", () => {
  const run = aRun();
  expect(seen(run, 7).then()).toMatchObject([
    { grade: "suspect", because: { rule: "stuck" } },
    { nudge: { how: "ask" } },
  ]);
  expect(seen(run.quietly(), 10).names()).toEqual(["health_judged:a.1", "attempt_stopping:a.1"]);
  run.quietly().ends("a.1", { type: "stopped" });
  expect(run.then()[0]).toMatchObject({ outcome: { failure: { class: "timeout", restart: "transient" } } });
});

it("nobody is stopped who was not suspect before, however late the look came", () => {
  expect(seen(aRun(), 300).names()).toEqual(["health_judged:a.1", "attempt_nudged:a.1"]);
});

it("who is held by a signal is continued", () => {
  const run = seen(aRun(), 0, { stoppedMs: 25_000 });
  expect(run.then()).toMatchObject([{ grade: "suspect" }, { nudge: { how: "wake" } }]);
});

it("who says the same for ever goes in circles, and its work is not kept", () => {
  const run = seen(seen(aRun(), 7, { repeated: 200 }), 10, { repeated: 300 }).quietly();
  run.ends("a.1", { type: "stopped" });
  expect(run.then()[0]).toMatchObject({ outcome: { failure: { class: "spinning" } }, changeset: "discard" });
});

it("who comes back to life is nudged again only when it falls silent again", () => {
  const run = seen(seen(aRun(), 7), 0).quietly();
  expect(run.state.attempts.live.get("a.1")?.health?.grade).toBe("healthy");
  expect(seen(run, 8).names()).toEqual(["health_judged:a.1", "attempt_nudged:a.1"]);
});

it("the same grade is written down once", () => {
  expect(seen(seen(aRun(), 7).quietly(), 8).names()).toEqual([]);
});

it("an account at its limit is a wait that is known, whatever is seen", () => {
  const run = aRun();
  run.when({ type: "account_limited", agents: ["agent"], until: run.at + 3_600_000, said: "429" }).quietly();
  seen(run, 300);
  expect(run.then()).toMatchObject([{ type: "health_judged", grade: "waiting" }]);
});

it("a run whose settings have no such limits takes nobody for stuck", () => {
  const run = given({ tasks: ["a"] })
    .up("a.1")
    .quietly();
  expect(seen(run, 300).names()).toEqual([]);
});
