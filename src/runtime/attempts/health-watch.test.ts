/** What the health monitor takes for a sign of life: not that an agent's processes take in what Reeve asked it. */
import { expect, test } from "vitest";
import type { Signs } from "../../domain/work/health.ts";
import { given } from "../../testing/given.ts";
import { HealthWatch } from "./health-watch.ts";

const HEALTH = { silenceS: 600, toolS: 1_800, busyS: 2_700, stoppedS: 30 };
const AGENTS = { agent: { minutes: 600, parallel: 4, tiers: [], health: HEALTH } };
const LOOK_MS = 5_000;

/** What an agent does between two looks; `asked`: Reeve has just asked it what it does. */
interface Does {
  readonly cpuMs?: (asked: boolean) => number;
  readonly bytes?: (look: number) => number;
}

/** Looks at an agent that says nothing, until it is stopped or the time is over. */
async function watched(minutes: number, { cpuMs = () => 0, bytes = () => 0 }: Does) {
  const run = given({ tasks: ["a"], settings: { agents: AGENTS } })
    .up("a.1")
    .quietly();
  let [now, cpu, moved] = [0, 0, 0];
  let isAsked = false;
  const seen: (Signs & { readonly at: number })[] = [];
  const watch = new HealthWatch({
    now: () => now,
    vitals: () =>
      Promise.resolve(new Map([["a.1", { cpuMs: cpu, bytes: moved, held: [], processes: 1, memoryMb: 1 }]])),
    stampOf: () => Promise.resolve(null),
    state: () => Promise.resolve(run.state),
    report: (input) => {
      if (input.type !== "health_seen") return;
      seen.push({ ...input.signs, at: now });
      isAsked = run.when(input).names().includes("attempt_nudged:a.1");
      run.quietly();
    },
  });
  while (now < minutes * 60_000 && run.state.attempts.live.get("a.1")?.phase === "working") {
    await watch.look();
    now += LOOK_MS;
    cpu += cpuMs(isAsked);
    moved += bytes(now / LOOK_MS);
    isAsked = false;
  }
  return { seen, stoppedAfterS: run.state.attempts.live.get("a.1")?.phase === "working" ? null : now / 1_000 };
}

test("an agent whose processes are awake only to take in the question is stopped by its silence", async () => {
  const { stoppedAfterS, seen } = await watched(60, { cpuMs: (asked) => (asked ? 2_000 : 0) });
  expect(stoppedAfterS).toBeGreaterThanOrEqual(HEALTH.silenceS);
  expect(stoppedAfterS).toBeLessThanOrEqual(HEALTH.silenceS + 10);
  expect(seen).toHaveLength(3);
});

test("an agent that begins to compute when it is asked, and stays at it, is left alone", async () => {
  let begun = false;
  const computes = (asked: boolean) => {
    begun ||= asked;
    return begun ? 4_000 : 0;
  };
  expect((await watched(40, { cpuMs: computes })).stoppedAfterS).toBeNull();
});

test("an agent that writes into its own logs every ten seconds is silent, one that downloads is not", async () => {
  const logs = await watched(60, { bytes: (look) => (look % 2 === 0 ? 450_000 : 2_000) });
  expect(logs.stoppedAfterS).toBeLessThanOrEqual(HEALTH.silenceS + 10);
  expect((await watched(40, { bytes: () => 500_000 })).stoppedAfterS).toBeNull();
});
