/** Whatever moment an agent means, in whichever way and zone it writes it, the moment that is read is that one. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { retryAtIn } from "./retry.ts";

const MINUTE = 60_000;
const DAY = 86_400_000;
const ZONES = [
  ...["UTC", "Europe/Berlin", "America/New_York", "America/Los_Angeles", "Asia/Kolkata", "Asia/Tokyo"],
  ...["Australia/Lord_Howe", "America/Sao_Paulo", "Pacific/Auckland", "America/Argentina/Buenos_Aires"],
];

/** Whole minutes of some years, clocks that are put forward and back included. */
const anInstant = fc
  .integer({ min: Date.UTC(2025, 0, 1) / MINUTE, max: Date.UTC(2029, 0, 1) / MINUTE })
  .map((minutes) => minutes * MINUTE);
const aZone = fc.constantFrom(...ZONES);
/** From a minute to a little less than a day ahead. */
const ahead = fc.integer({ min: 1, max: 24 * 60 - 130 }).map((minutes) => minutes * MINUTE);

type Parts = Readonly<Record<Intl.DateTimeFormatPartTypes, string>>;

const options = { year: "numeric", month: "short", day: "numeric", hour: "2-digit", minute: "2-digit" } as const;
const formats = new Map(
  ZONES.map((timeZone) => [timeZone, new Intl.DateTimeFormat("en-US", { ...options, hourCycle: "h23", timeZone })]),
);

function partsOf(at: number, timeZone: string): Parts {
  const format = formats.get(timeZone) ?? new Intl.DateTimeFormat();
  return Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value])) as Parts;
}

function twelve({ hour, minute }: Parts): string {
  const n = Number(hour);
  return `${n % 12 === 0 ? 12 : n % 12}${minute === "00" ? "" : `:${minute}`}${n < 12 ? "am" : "pm"}`;
}

/** Of the hour that comes twice in autumn nobody can tell which; the later one is read. */
function sameClock(read: number | undefined, meant: number, zone: string): boolean {
  if (read === meant || read === undefined) return read === meant;
  const [a, b] = [partsOf(read, zone), partsOf(meant, zone)];
  return read > meant && read - meant <= 60 * MINUTE && a.hour === b.hour && a.minute === b.minute && a.day === b.day;
}

describe("the moment that is meant", () => {
  test("by a time of day with its zone: the next that comes, across midnight and put-forward clocks", () => {
    fc.assert(
      fc.property(anInstant, ahead, aZone, (now, waitMs, zone) => {
        const at = now + waitMs;
        const parts = partsOf(at, zone);
        for (const text of [
          `You've hit your limit · resets ${twelve(parts)} (${zone})`,
          `5-hour limit reached ∙ resets ${parts.hour}:${parts.minute} (${zone})`,
        ])
          expect(sameClock(retryAtIn(text, now), at, zone), text).toBe(true);
        const bare = `You've hit your usage limit. Try again at ${twelve(parts)}.`;
        expect(sameClock(retryAtIn(bare, now, zone), at, zone), bare).toBe(true);
      }),
      { numRuns: 200 },
    );
  });

  test("by a date, of this year or the next, with and without the year", () => {
    fc.assert(
      fc.property(anInstant, fc.integer({ min: 1, max: 30 * 24 * 60 }), aZone, (now, minutes, zone) => {
        const at = now + minutes * MINUTE;
        const parts = partsOf(at, zone);
        const { month, day, year } = parts;
        for (const text of [
          `You've hit your weekly limit · resets ${month} ${day}, ${twelve(parts)} (${zone})`,
          `Try again at ${month} ${day}th, ${year} ${twelve(parts)} (${zone}).`,
          `limit resets on ${day} ${month} ${year} at ${parts.hour}:${parts.minute} (${zone})`,
        ])
          expect(sameClock(retryAtIn(text, now), at, zone), text).toBe(true);
      }),
      { numRuns: 150 },
    );
  });

  test("by ISO 8601 in UTC or with an offset, and by seconds since 1970", () => {
    const offset = fc.integer({ min: -11 * 4, max: 13 * 4 }).map((quarters) => quarters * 15);
    fc.assert(
      fc.property(anInstant, fc.integer({ min: 0, max: 30 * 86_400 }), offset, (now, seconds, minutes) => {
        const at = now + seconds * 1000;
        const sign = minutes < 0 ? "-" : "+";
        const two = (n: number) => `${n}`.padStart(2, "0");
        const written = `${sign}${two(Math.floor(Math.abs(minutes) / 60))}:${two(Math.abs(minutes) % 60)}`;
        const shifted = new Date(at + minutes * MINUTE).toISOString().slice(0, 19);
        for (const text of [
          `quota resets at ${new Date(at).toISOString()}`,
          `quota resets at ${shifted}${written}`,
          `{"error":{"type":"usage_limit_reached","resets_at":${at / 1000}}}`,
          `Claude AI usage limit reached|${at / 1000}`,
          `try again after ${new Date(at).toUTCString()}`,
        ])
          expect(retryAtIn(text, now), text).toBe(at);
      }),
      { numRuns: 150 },
    );
  });

  test("by a span, however it is put", () => {
    const span = fc.record({
      days: fc.integer({ min: 0, max: 6 }),
      hours: fc.integer({ min: 0, max: 23 }),
      minutes: fc.integer({ min: 1, max: 59 }),
    });
    fc.assert(
      fc.property(anInstant, span, (now, { days, hours, minutes }) => {
        const at = now + days * DAY + (hours * 60 + minutes) * MINUTE;
        const named = (n: number, unit: string) => (n === 0 ? [] : [`${n} ${unit}${n === 1 ? "" : "s"}`]);
        const words = [...named(days, "day"), ...named(hours, "hour"), ...named(minutes, "minute")];
        for (const text of [
          `You've hit your usage limit. Upgrade, or try again in ${words.join(" ")}.`,
          `Limit reached. Resets in ${words.join(", ")}`,
          `Please wait ${days * 24 + hours}h ${minutes}m and try again`,
          `try again in ${days}d${hours}h${minutes}m`,
        ])
          expect(retryAtIn(text, now), text).toBe(at);
      }),
      { numRuns: 150 },
    );
  });

  test("is never in the past and never further away than anybody waits, whatever a text holds", () => {
    const word = fc.oneof(
      fc.constantFrom(
        "resets",
        "try again",
        "in",
        "at",
        "retry-after:",
        "3pm",
        "(Europe/Berlin)",
        "tomorrow",
        "Nov 31",
      ),
      fc.integer({ min: 0, max: 10 ** 13 }).map(String),
      fc.string({ maxLength: 8 }),
    );
    fc.assert(
      fc.property(anInstant, fc.array(word, { maxLength: 12 }), (now, words) => {
        const at = retryAtIn(words.join(" "), now);
        if (at === undefined) return;
        expect(at).toBeGreaterThanOrEqual(now);
        expect(at).toBeLessThanOrEqual(now + 62 * DAY);
      }),
      { numRuns: 300 },
    );
  });
});
