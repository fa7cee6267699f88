import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { manualClock } from "../../../runtime/time/clock.ts";
import { AccountLine, type Turn } from "./account-line.ts";
import { bucketOf, readyAt, take } from "./bucket.ts";
import { readLimits, timeIn } from "./limit-headers.ts";

const NOW = Date.UTC(2026, 10, 1, 12);

describe("a time in a header", () => {
  it.each([
    ["0", 0],
    ["30", 30_000],
    ["1.5", 1_500],
    ["20ms", 20],
    ["6m0s", 360_000],
    ["1h2m3.5s", 3_723_500],
    ["1d", 86_400_000],
    [String(NOW / 1000 + 60), 60_000],
    [new Date(NOW + 5_000).toISOString(), 5_000],
    [new Date(NOW + 5_000).toUTCString(), 5_000],
  ])("%s", (text, spanMs) => expect(timeIn(text, NOW)).toBe(NOW + spanMs));

  it.each(["", "soon", "-5", "5 apples", "2026", "NaN"])("%j is none, or seconds", (text) =>
    expect(timeIn(text, NOW)).toBe(text === "2026" ? NOW + 2_026_000 : undefined),
  );
});

describe("the limits in headers", () => {
  it("are the tightest that are told whole", () => {
    const reset = new Date(NOW + 60_000).toISOString();
    const headers = {
      "anthropic-ratelimit-requests-limit": "50",
      "anthropic-ratelimit-requests-remaining": "49",
      "anthropic-ratelimit-requests-reset": reset,
      "anthropic-ratelimit-tokens-limit": "100000",
      "anthropic-ratelimit-tokens-remaining": "90000",
      "anthropic-ratelimit-tokens-reset": reset,
      "anthropic-ratelimit-input-tokens-limit": "50000",
      "anthropic-ratelimit-input-tokens-remaining": "10000",
      "anthropic-ratelimit-input-tokens-reset": reset,
      "x-ratelimit-limit-requests": "10",
    };
    const fullAt = NOW + 60_000;
    expect(readLimits(headers, NOW)).toEqual({
      requests: { limit: 50, remaining: 49, fullAt },
      tokens: { limit: 50_000, remaining: 10_000, fullAt },
    });
    expect(readLimits({}, NOW)).toEqual({});
  });
});

describe("a bucket", () => {
  it("gives never more within a span than was left and came back meanwhile", () => {
    const lefts = fc.record({
      limit: fc.integer({ min: 1, max: 50 }),
      part: fc.double({ min: 0, max: 1, noNaN: true }),
    });
    fc.assert(
      fc.property(lefts, fc.integer({ min: 100, max: 100_000 }), ({ limit, part }, spanMs) => {
        const remaining = Math.floor(limit * part);
        let bucket = bucketOf({ limit, remaining, fullAt: NOW + spanMs }, 0, NOW);
        let given = 0;
        for (let at = readyAt(bucket, 1, NOW); at <= NOW + spanMs && given <= limit * 2; at = readyAt(bucket, 1, at)) {
          bucket = take(bucket, 1, at);
          given += 1;
        }
        expect(given).toBeLessThanOrEqual(remaining + Math.max(1, limit - remaining) + 1);
      }),
    );
  });

  it("is ready again at a time that can be waited for, whatever is wanted", () => {
    fc.assert(
      fc.property(fc.nat(1000), fc.nat(10_000), fc.integer({ min: -5, max: 100_000 }), (remaining, wanted, spanMs) => {
        const bucket = bucketOf({ limit: 1000, remaining, fullAt: NOW + spanMs }, 0, NOW);
        const at = readyAt(bucket, wanted, NOW);
        expect(at).toBeGreaterThanOrEqual(NOW);
        expect(readyAt(bucket, wanted, at)).toBeLessThanOrEqual(at + 1);
      }),
    );
  });
});

describe("the line of an account", () => {
  it("serves in order, loses nobody and keeps nobody longer than it may, whatever limits are told", () => {
    const step = fc.oneof(
      fc.constant({ do: "enter" } as const),
      fc.record({ do: fc.constant("hold" as const), ms: fc.integer({ min: 0, max: 50_000 }) }),
      fc.record({ do: fc.constant("pass" as const), ms: fc.integer({ min: 0, max: 20_000 }) }),
      fc.record({ do: fc.constant("answered" as const), remaining: fc.nat(3) }),
      fc.constant({ do: "release" } as const),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const clock = manualClock(NOW);
        const line = new AccountLine(clock, 10_000);
        const turns: { readonly number: number; readonly waitedMs: number; readonly turn: Turn }[] = [];
        let entered = 0;
        for (const each of steps) {
          const now = clock.now();
          if (each.do === "enter") {
            const number = entered++;
            line.enter((turn) => turns.push({ number, waitedMs: clock.now() - now, turn }));
          } else if (each.do === "hold") line.hold(now + each.ms);
          else if (each.do === "pass") clock.advance(each.ms);
          else if (each.do === "release") line.release();
          else line.answered({ requests: { limit: 3, remaining: each.remaining, fullAt: now + 9_000 } });
        }
        clock.advance(200_000);
        expect(turns.length).toBe(entered);
        const gone = turns.filter(({ turn }) => turn.go).map(({ number }) => number);
        expect(gone).toEqual(gone.toSorted((a, b) => a - b));
        expect(turns.every(({ waitedMs }) => waitedMs <= 10_000)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
});
