import { describe, expect, test } from "vitest";
import { readLines } from "./lines.ts";
import { findRetry, resolveRetry } from "./retry.ts";

const found = (text: string) => findRetry(readLines(text));
/** A Saturday, 2025-11-15 12:00 UTC. */
const NOW = Date.UTC(2025, 10, 15, 12);

describe("relative times are seconds at once", () => {
  test.each([
    ["Please try again in 3m20s.", 200],
    ["try again in 14.036s", 14.036],
    ["Please try again in 250ms.", 0.25],
    ["Try again in 5 days 22 hours 11 minutes.", 511_860],
    ["retry after 30 seconds", 30],
    ["Retry-After: 120", 120],
    ['"retry-after": "17"', 17],
    ['"retryDelay": "41s"', 41],
    ["retry_delay { seconds: 9 }", 9],
    ["retry_after_ms: 1500", 1.5],
    ["Please wait 2 hours and 5 minutes, then try again", 7500],
    ["resets in 45 minutes", 2700],
  ])("%s", (text, seconds) => {
    expect(found(text)).toMatchObject({ kind: "in", seconds });
  });
});

describe("times of day wait for somebody who knows the time", () => {
  test.each([
    ["usage limit reached|1763215200", NOW + 7200 * 1000],
    ['"resets_at": 1763215200', NOW + 7200 * 1000],
    ["Your limit will reset at 5pm (UTC)", Date.UTC(2025, 10, 15, 17)],
    ["resets 9am (UTC)", Date.UTC(2025, 10, 16, 9)],
    ["resets 3:30pm (Europe/Berlin)", Date.UTC(2025, 10, 15, 14, 30)],
    ["resets 11pm (America/New_York)", Date.UTC(2025, 10, 16, 4)],
    ["resets Mon 09:00 (UTC)", Date.UTC(2025, 10, 17, 9)],
    ["resets Saturday 09:00 (UTC)", Date.UTC(2025, 10, 22, 9)],
    ["try again at Nov 20th, 2025 4:31 PM.", Date.UTC(2025, 10, 20, 16, 31)],
    ["resets Jan 2 at 6am (UTC)", Date.UTC(2026, 0, 2, 6)],
    ["quota resets at 2025-11-15T13:00:00Z", Date.UTC(2025, 10, 15, 13)],
    ["resets at 08:15 (No/Such_Zone)", Date.UTC(2025, 10, 16, 8, 15)],
    ["try again at 14:05 UTC", Date.UTC(2025, 10, 15, 14, 5)],
    ["resets tomorrow at 9am (UTC)", Date.UTC(2025, 10, 16, 9)],
    ["resets at midnight (UTC)", Date.UTC(2025, 10, 16)],
    ["available again at 3:30 p.m. PST", Date.UTC(2025, 10, 15, 23, 30)],
    ["resets 2025-11-15 20:00:30+0200", Date.UTC(2025, 10, 15, 18, 0, 30)],
    ["limit resets at 17:00 GMT+1", Date.UTC(2025, 10, 15, 16)],
    // Told at the very minute: it is over, not a day away.
    ["resets 12pm (UTC)", NOW],
  ])("%s", (text, at) => {
    const retry = found(text);
    expect(retry?.kind).not.toBe("in");
    expect(retry === undefined ? retry : resolveRetry(retry, NOW)).toBe((at - NOW) / 1000);
  });

  test("a time without a zone is one of the zone that is given", () => {
    const retry = found("resets at 3pm");
    expect(retry === undefined ? retry : resolveRetry(retry, NOW, "Europe/Berlin")).toBe(2 * 3600);
  });

  test("clocks that are put back or forward before it are taken into account", () => {
    const at = (text: string, now: number) => {
      const retry = found(text);
      return retry && now + resolveRetry(retry, now) * 1000;
    };
    expect(at("resets 9am (Europe/Berlin)", Date.UTC(2026, 2, 28, 20))).toBe(Date.UTC(2026, 2, 29, 7));
    expect(at("resets 9am (Europe/Berlin)", Date.UTC(2026, 9, 24, 20))).toBe(Date.UTC(2026, 9, 25, 8));
    expect(at("resets 2:30am (Europe/Berlin)", Date.UTC(2026, 2, 28, 20))).toBe(Date.UTC(2026, 2, 29, 1, 30));
  });

  test("a time that has passed is now", () => {
    expect(resolveRetry({ kind: "at", epochS: 1, text: "" }, NOW)).toBe(0);
  });
});

test("the last time that is said counts, and a number that is no time does not", () => {
  expect(found("try again in 5s\ntry again in 9s")).toMatchObject({ seconds: 9 });
  expect(found("retrying 3 of 5")).toBeUndefined();
  expect(found("please retry the 12 tests")).toBeUndefined();
});
