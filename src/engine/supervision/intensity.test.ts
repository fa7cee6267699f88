import fc from "fast-check";
import { expect, test } from "vitest";
import { exceedsIntensity, restartsInWindow } from "./intensity.ts";

const s = (seconds: number) => seconds * 1000;

test("a restart counts as long as its second is at most the period ago", () => {
  expect(restartsInWindow([s(10)], s(13), 3, 5)).toBe(1);
  expect(restartsInWindow([s(10)], s(14), 3, 5)).toBe(0);
});

test("seconds are whole: with period 1 a restart 1.8 s old may count and one 1.2 s old may not", () => {
  expect(restartsInWindow([s(0.1)], s(1.9), 1, 5)).toBe(1);
  expect(restartsInWindow([s(0.9)], s(2.1), 1, 5)).toBe(0);
});

test("the list is read from the latest back to the first that is too old", () => {
  expect(restartsInWindow([s(1), s(8), s(9)], s(10), 2, 5)).toBe(2);
});

test("a clock that was set back keeps what was counted", () => {
  expect(restartsInWindow([s(100)], s(50), 10, 5)).toBe(1);
});

test("intensity N allows N, and one more is too many", () => {
  expect([0, 1, 2, 3].map((count) => exceedsIntensity(count, 2))).toEqual([false, false, false, true]);
  expect(exceedsIntensity(1, 0)).toBe(true);
});

test("unlimited is never exceeded and remembers only so many", () => {
  expect(exceedsIntensity(1_000_000, "unlimited")).toBe(false);
  expect(restartsInWindow(Array(1000).fill(s(1)), s(1), 5, "unlimited")).toBe(31);
});

test("counting whole seconds never differs from the exact clock by more than a second", () => {
  const ms = fc.nat(100_000);
  fc.assert(
    fc.property(fc.array(ms), ms, fc.integer({ min: 1, max: 60 }), (times, at, periodS) => {
      const sorted = times.filter((time) => time <= at).sort((a, b) => a - b);
      const counted = restartsInWindow(sorted, at, periodS, 5);
      expect(counted).toBeGreaterThanOrEqual(sorted.filter((time) => time > at - s(periodS)).length);
      expect(counted).toBeLessThanOrEqual(sorted.filter((time) => time > at - s(periodS + 1)).length);
    }),
  );
});
