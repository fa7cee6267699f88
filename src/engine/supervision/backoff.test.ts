import fc from "fast-check";
import { expect, test } from "vitest";
import { backoffDelayMs } from "./backoff.ts";

const EVEN = 0.5;

test("no backoff waits not at all", () => {
  expect(backoffDelayMs(undefined, 3, EVEN)).toBe(0);
  expect(backoffDelayMs({ kind: "none" }, 3, EVEN)).toBe(0);
});

test("constant waits the same each time", () => {
  const backoff = { kind: "constant", delayS: 4, jitter: 0 } as const;
  expect([1, 2, 9].map((count) => backoffDelayMs(backoff, count, EVEN))).toEqual([4000, 4000, 4000]);
});

test("exponential doubles with each restart in the window, up to the cap", () => {
  const backoff = { kind: "exponential", baseS: 2, capS: 60, jitter: 0 } as const;
  const delays = [1, 2, 3, 4, 5, 6, 7, 2000].map((count) => backoffDelayMs(backoff, count, EVEN));
  expect(delays).toEqual([2000, 4000, 8000, 16000, 32000, 60000, 60000, 60000]);
});

test("jitter moves the delay by its fraction up or down, as the dice say", () => {
  const backoff = { kind: "constant", delayS: 10, jitter: 0.2 } as const;
  expect([0, 0.25, 0.5, 0.75].map((dice) => backoffDelayMs(backoff, 1, dice))).toEqual([8000, 9000, 10000, 11000]);
});

test("a delay is whole and never negative, whatever the jitter", () => {
  const number = fc.double({ min: 0, max: 10, noNaN: true });
  const dice = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
  fc.assert(
    fc.property(number, number, number, fc.integer({ min: 1, max: 5000 }), dice, (baseS, capS, jitter, count, roll) => {
      const delay = backoffDelayMs({ kind: "exponential", baseS, capS, jitter }, count, roll);
      expect(Number.isSafeInteger(delay)).toBe(true);
      expect(delay).toBeGreaterThanOrEqual(0);
    }),
  );
});
