/**
 * A time as people and programs write it in a sentence: of the day, with a date, a weekday, a zone, or any of them left
 * out. What is missing stays missing; which moment is meant is decided by whoever knows the time. Reads no clock.
 */
import type { WallTime } from "../retry.ts";
import { MONTHS, WEEKDAYS } from "./wall-time.ts";

/** Undefined where the text names neither a time nor a day. */
export function readWallTime(said: string): WallTime | undefined {
  const date = DATE.exec(said);
  const weekday = WEEKDAY.exec(said)?.[1]?.toLowerCase();
  const tomorrow = /\btomorrow\b/i.test(said);
  const rest = date === null ? said : said.replace(date[0], " ").replace(/ T(?=\d)/, " ");
  const time = timeOf(rest);
  if (time === undefined && date === null && weekday === undefined && !tomorrow) return undefined;
  const zone = zoneOf(rest);
  return {
    ...(time ?? { hour: 0, minute: 0 }),
    ...(date === null ? {} : dateOf(date.groups ?? {})),
    ...(date === null && tomorrow && { inDays: 1 }),
    ...(weekday !== undefined && { weekday: WEEKDAYS.indexOf(weekday) }),
    ...(zone !== undefined && { zone }),
  };
}

const MONTH = "(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)";
const DATE = new RegExp(
  [
    "(?<iso>\\d{4}-\\d{2}-\\d{2})",
    `\\b(?<name>${MONTH})[a-z]*\\.? (?<day>\\d{1,2})(?:st|nd|rd|th)?(?![:\\d])(?:,? (?<year>\\d{4}))?`,
    `\\b(?<day2>\\d{1,2})(?:st|nd|rd|th)? (?<name2>${MONTH})[a-z]*\\.?(?:,? (?<year2>\\d{4}))?`,
  ].join("|"),
  "i",
);
const WEEKDAY = /\b(sun|mon|tue|wed|thu|fri|sat)(?:day|s|sday|nesday|rs|rsday|urday)?\b/i;

function dateOf({ iso, name, day, year, name2, day2, year2 }: Readonly<Record<string, string | undefined>>) {
  if (iso !== undefined) {
    const [y = 1970, month = 1, d = 1] = iso.split("-").map(Number);
    return { year: y, month, day: d };
  }
  const month = MONTHS.indexOf((name ?? name2 ?? "").toLowerCase()) + 1;
  const written = year ?? year2;
  return { month, day: Number(day ?? day2), ...(written !== undefined && { year: Number(written) }) };
}

const CLOCK =
  /\b(?<hour>\d{1,2})(?::(?<minute>\d{2}))?(?::(?<second>\d{2})(?:\.\d+)?)? ?(?<half>am|pm|a\.m\.|p\.m\.)?(?:Z|(?![\w:]|\.\d))/gi;

/** A bare number is a time of day only with minutes or am and pm. */
function timeOf(said: string): Pick<WallTime, "hour" | "minute" | "second"> | undefined {
  const words = said.replace(/\bmidnight\b/i, "12am").replace(/\bnoon\b/i, "12pm");
  for (const { groups } of words.matchAll(CLOCK)) {
    const { hour, minute, second, half } = groups ?? {};
    if (hour === undefined || (minute === undefined && half === undefined)) continue;
    const isAfternoon = half?.toLowerCase().startsWith("p") ?? false;
    const base = half === undefined ? Number(hour) : (Number(hour) % 12) + (isAfternoon ? 12 : 0);
    if (base < 24 && Number(minute ?? 0) < 60)
      return { hour: base, minute: Number(minute ?? 0), ...(second !== undefined && { second: Number(second) }) };
  }
  return undefined;
}

const ZONE = /\b(?<name>[A-Z][A-Za-z]+(?:\/[A-Z][A-Za-z0-9_+-]+){1,2})/;
const OFFSET = /(?:\d(?::\d{2}(?:\.\d+)?)? ?|\b(?:UTC|GMT) ?)(?<offset>[+-]\d{1,2}(?::?\d{2})?)(?![\d-])/;
const SHORT = /\b(?<short>UTC|GMT|P[SD]T|E[SD]T|C[SD]T|M[SD]T|CES?T|EES?T|WES?T|BST|IST|JST|AES?T)\b|\d(?<z>Z)\b/;

function zoneOf(said: string): string | undefined {
  const name = ZONE.exec(said)?.groups?.["name"] ?? OFFSET.exec(said)?.groups?.["offset"];
  if (name !== undefined) return name;
  const { short, z } = SHORT.exec(said)?.groups ?? {};
  if (z !== undefined) return "UTC";
  // In brackets, and no short name of these: as it is, and UTC where nobody knows it.
  if (short === undefined) return /\((?<name>[A-Za-z_]+)\)/.exec(said)?.groups?.["name"];
  return SHORT_ZONES[short] ?? "UTC";
}

/** Short names of zones that people write; some mean several zones, then it is that of most users. */
const SHORT_ZONES: Readonly<Record<string, string>> = {
  PST: "-08:00",
  PDT: "-07:00",
  MST: "-07:00",
  MDT: "-06:00",
  CST: "-06:00",
  CDT: "-05:00",
  EST: "-05:00",
  EDT: "-04:00",
  PT: "America/Los_Angeles",
  WET: "+00:00",
  WEST: "+01:00",
  BST: "+01:00",
  CET: "+01:00",
  CEST: "+02:00",
  EET: "+02:00",
  EEST: "+03:00",
  IST: "+05:30",
  JST: "+09:00",
  AET: "Australia/Sydney",
  AEST: "+10:00",
};
