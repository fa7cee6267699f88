import { expect, test } from "vitest";
import { manualClock, realClock, type SystemTime } from "./clock.ts";

const MINUTE_MS = 60_000;

test("the clock shows the wall's time and goes on with the monotonic one", () => {
  const system = fakeSystem(5_000_000);
  const clock = realClock(system);
  expect(clock.now()).toBe(5_000_000);
  system.pass(1_500.7);
  expect(clock.now()).toBe(5_001_500);
});

test("when the wall clock is set back, time goes on all the same", () => {
  const system = fakeSystem(5_000_000);
  const clock = realClock(system);
  system.setWall(1_000_000);
  system.pass(10);
  expect(clock.check()).toBe(0);
  expect(clock.now()).toBe(5_000_010);
});

test("a small lead of the wall clock is caught up with silently, a jump is told", () => {
  const system = fakeSystem(0);
  const clock = realClock(system);
  system.setWall(MINUTE_MS);
  expect(clock.check()).toBe(0);
  expect(clock.now()).toBe(MINUTE_MS);
  system.setWall(10 * MINUTE_MS);
  expect(clock.now()).toBe(MINUTE_MS);
  expect(clock.check()).toBe(9 * MINUTE_MS);
  expect(clock.now()).toBe(10 * MINUTE_MS);
  expect(clock.check()).toBe(0);
});

test("a timer fires when its time has come on this clock, and not when it was cancelled", () => {
  const system = fakeSystem(0);
  const clock = realClock(system);
  const fired: string[] = [];
  clock.setTimer(100, () => fired.push("a"));
  const cancel = clock.setTimer(100, () => fired.push("b"));
  system.pass(99);
  expect(fired).toEqual([]);
  cancel();
  system.pass(1);
  expect(fired).toEqual(["a"]);
});

test("after a sleep, timers fire for the time that passed, but only once the jump was told", () => {
  const system = fakeSystem(0);
  const clock = realClock(system);
  const fired: string[] = [];
  clock.setTimer(60 * MINUTE_MS, () => fired.push("due"));
  system.setWall(61 * MINUTE_MS);
  system.pass(1);
  expect(fired).toEqual([]);
  expect(clock.check()).toBe(61 * MINUTE_MS);
  expect(fired).toEqual([]);
  system.pass(0);
  expect(fired).toEqual(["due"]);
});

test("a timer may be further away than the system's timers reach", () => {
  const system = fakeSystem(0);
  const clock = realClock(system);
  const fired: number[] = [];
  const farMs = 3 * 2 ** 31;
  clock.setTimer(farMs, () => fired.push(clock.now()));
  expect(system.longestMs()).toBeLessThan(2 ** 31);
  for (let passed = 0; passed < farMs; passed += 2 ** 30) system.pass(2 ** 30);
  expect(fired).toEqual([farMs]);
});

test("the clock can be set forward to the newest record, never back", () => {
  const system = fakeSystem(1_000);
  const clock = realClock(system);
  clock.notBefore(9_000);
  expect(clock.now()).toBe(9_000);
  clock.notBefore(2_000);
  system.pass(5);
  expect(clock.now()).toBe(9_005);
});

test("the real one agrees with the system and fires", async () => {
  const began = Date.now();
  const clock = realClock();
  const before = clock.now();
  // It counts whole milliseconds, and the system's two clocks do not begin them at the same time.
  expect(before).toBeGreaterThanOrEqual(began - 1);
  expect(before).toBeLessThanOrEqual(Date.now() + 1);
  const at = await new Promise<number>((resolve) => clock.setTimer(5, () => resolve(clock.now())));
  expect(at).toBeGreaterThanOrEqual(before + 5);
});

test("the manual clock fires timers in the order of their times, each at its own time, also those set on the way", () => {
  const clock = manualClock(1_000);
  const fired: [string, number][] = [];
  const note = (name: string): number => fired.push([name, clock.now()]);
  clock.setTimer(20, () => note("second"));
  clock.setTimer(10, () => {
    note("first");
    clock.setTimer(5, () => note("on the way"));
  });
  const cancel = clock.setTimer(12, () => note("never"));
  cancel();
  expect(clock.nextTimerAt()).toBe(1_010);
  clock.advance(30);
  expect(fired).toEqual([
    ["first", 1_010],
    ["on the way", 1_015],
    ["second", 1_020],
  ]);
  expect([clock.now(), clock.nextTimerAt()]).toEqual([1_030, null]);
});

test("the manual clock sleeps like a laptop", () => {
  const clock = manualClock();
  const fired: number[] = [];
  clock.setTimer(MINUTE_MS, () => fired.push(clock.now()));
  clock.sleep(5 * MINUTE_MS);
  expect([clock.now(), clock.check(), clock.now()]).toEqual([0, 5 * MINUTE_MS, 5 * MINUTE_MS]);
  expect(fired).toEqual([]);
  clock.advance(0);
  expect(fired).toEqual([5 * MINUTE_MS]);
});

interface FakeSystem extends SystemTime {
  /** Time passes on both clocks; due timers fire. */
  pass(byMs: number): void;
  setWall(wallMs: number): void;
  longestMs(): number;
}

function fakeSystem(wallMs: number): FakeSystem {
  let monotonicMs = 777.25;
  let aheadMs = wallMs - monotonicMs;
  let longestMs = 0;
  const waiting = new Set<{ dueMs: number; call: () => void }>();
  return {
    wallMs: () => monotonicMs + aheadMs,
    monotonicMs: () => monotonicMs,
    after(delayMs, call) {
      longestMs = Math.max(longestMs, delayMs);
      const timer = { dueMs: monotonicMs + delayMs, call };
      waiting.add(timer);
      return () => waiting.delete(timer);
    },
    pass(byMs) {
      monotonicMs += byMs;
      for (const timer of [...waiting]) {
        if (timer.dueMs > monotonicMs || !waiting.delete(timer)) continue;
        timer.call();
      }
    },
    setWall(to) {
      aheadMs = to - monotonicMs;
    },
    longestMs: () => longestMs,
  };
}
