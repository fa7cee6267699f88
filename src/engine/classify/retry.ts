/**
 * When an output says it is worth trying again. What is relative becomes seconds at once; what names a time of day stays
 * data until somebody who knows the time resolves it. Reads no clock.
 */
import type { Line } from "./lines.ts";
import { MONTHS, nextTime, WEEKDAYS } from "./wall-time.ts";

export type RetryFound =
  | { readonly kind: "in"; readonly seconds: number; readonly text: string }
  | { readonly kind: "at"; readonly epochS: number; readonly text: string }
  | { readonly kind: "clock"; readonly time: WallTime; readonly text: string };

/** A time as people write it: what is missing is the next that fits. */
export interface WallTime {
  readonly hour: number;
  readonly minute: number;
  /** 0 is Sunday. */
  readonly weekday?: number;
  readonly day?: number;
  /** 1 is January. */
  readonly month?: number;
  readonly year?: number;
  /** A name of the time-zone database, or UTC. */
  readonly zone?: string;
}

/** The last that is said: earlier ones belong to tries that were made. */
export function findRetry(lines: readonly Line[]): RetryFound | undefined {
  for (const [fromEnd, { kind, text }] of lines.toReversed().entries()) {
    // What a program itself waits before its own next try is over when it has ended.
    if (kind === "quoted" || kind === "notice" || !MENTIONS.test(text)) continue;
    const next = lines[lines.length - fromEnd]?.text ?? "";
    // A terminal may have broken the line in the middle of the time.
    const whole = /\w$/.test(text) ? `${text} ${next}` : text;
    const found = relativeIn(whole) ?? epochIn(whole) ?? clockIn(whole);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Seconds from `now` (milliseconds since 1970) until it is worth trying; 0 where the time has passed. */
export function resolveRetry(found: RetryFound, now: number, zone = "UTC"): number {
  if (found.kind === "in") return found.seconds;
  const at = found.kind === "at" ? found.epochS * 1000 : nextTime(found.time, now, zone);
  return Math.max(0, Math.ceil((at - now) / 1000));
}

const MENTIONS = /retry|try again|reset|available again|limit reached\||wait|until/i;

const UNIT_S: Readonly<Record<string, number>> = { ms: 0.001, s: 1, m: 60, h: 3600, d: 86_400, w: 604_800 };
const SPAN =
  /(\d+(?:\.\d+)?) ?(milliseconds?|ms|seconds?|secs?|s|minutes?|mins?|m|hours?|hrs?|h|days?|d|weeks?|w)(?![a-z])/gi;
const IN =
  /(?:try(?:ing)? again|retry(?:ing)?|available again|resets?|please wait|wait)(?: (?:it|your request))?(?: in| after| for)?:? (?:about |approximately |~)?((?:\d+(?:\.\d+)? ?[a-z]+(?:,? and |, | )?){1,5})/i;
const HEADER =
  /retry[-_ ]?(?:after|delay)(?<ms>[-_]?(?:ms|millis))?(?:[-_]?(?:s|secs?|seconds))?["']?\s*[:=]?\s*\{?\s*(?:seconds: ?)?["']?(?<n>\d+(?:\.\d+)?)(?<unit>ms|s|m|h)?\b/i;

function relativeIn(text: string): RetryFound | undefined {
  const said = IN.exec(text)?.[1];
  const seconds = said === undefined ? 0 : sumOf(said);
  if (seconds > 0) return { kind: "in", seconds, text };
  const { n, ms, unit } = HEADER.exec(text)?.groups ?? {};
  if (n === undefined) return undefined;
  return { kind: "in", seconds: exact(Number(n) * (ms === undefined ? (UNIT_S[unit ?? "s"] ?? 1) : 0.001)), text };
}

function sumOf(text: string): number {
  let seconds = 0;
  for (const [, count, unit = ""] of text.matchAll(SPAN)) {
    const short = /^m(?:illi)?s/i.test(unit) ? "ms" : unit.charAt(0).toLowerCase();
    seconds += Number(count) * (UNIT_S[short] ?? 0);
  }
  return exact(seconds);
}

/** Thousandths are what APIs speak in; more digits are the machine's rounding. */
function exact(seconds: number): number {
  return Math.round(seconds * 1000) / 1000;
}

const EPOCH =
  /(?:reset\w*|until|retry|limit reached)["']?(?:[_ ](?:at|on|time))?["']?\s*[:=|]?\s*["']?(\d{10})(\d{3})?\b/i;

function epochIn(text: string): RetryFound | undefined {
  const found = EPOCH.exec(text);
  return found?.[1] === undefined ? undefined : { kind: "at", epochS: Number(found[1]), text };
}

const WORDS = /(?:reset\w*|try again|retry|available again|until|after)/i;
const CLOCK = /\b(?<hour>\d{1,2})(?::(?<minute>\d{2}))?(?::\d{2}(?:\.\d+)?)? ?(?<half>am|pm)?(?:Z|(?![\w:]|\.\d))/gi;
const DATE =
  /(?<iso>\d{4}-\d{2}-\d{2})|\b(?<name>jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.? (?<day>\d{1,2})(?:st|nd|rd|th)?(?:,? (?<year>\d{4}))?/i;
const ZONE = /\((?<name>[A-Za-z]+(?:\/[A-Za-z_]+){0,2})\)|\b(?<utc>UTC|GMT)\b|\d(?<z>Z)\b/;
const WEEKDAY = /\b(sun|mon|tue|wed|thu|fri|sat)[a-z]*\b/i;

function clockIn(text: string): RetryFound | undefined {
  const start = text.search(WORDS);
  if (start < 0) return undefined;
  const said = text.slice(start);
  const date = DATE.exec(said);
  const zone = ZONE.exec(said)?.groups;
  const weekday = WEEKDAY.exec(said)?.[1]?.toLowerCase();
  const time = timeOf(date === null ? said : said.replace(date[0], " ").replace(/ T(?=\d)/, " "));
  if (time === undefined && date === null && weekday === undefined) return undefined;
  return {
    kind: "clock",
    text,
    time: {
      ...(time ?? { hour: 0, minute: 0 }),
      ...dateOf(date?.groups),
      ...(weekday === undefined ? {} : { weekday: WEEKDAYS.indexOf(weekday) }),
      ...(zone === undefined ? {} : { zone: zone["name"] ?? "UTC" }),
    },
  };
}

/** A bare number is a time of day only with minutes or am and pm. */
function timeOf(said: string): { hour: number; minute: number } | undefined {
  for (const { groups } of said.matchAll(CLOCK)) {
    const { hour, minute, half } = groups ?? {};
    if (hour === undefined || (minute === undefined && half === undefined)) continue;
    const base = half === undefined ? Number(hour) : (Number(hour) % 12) + (half.toLowerCase() === "pm" ? 12 : 0);
    if (base < 24) return { hour: base, minute: Number(minute ?? 0) };
  }
  return undefined;
}

function dateOf(groups: Readonly<Record<string, string | undefined>> | undefined): Partial<WallTime> {
  if (groups === undefined) return {};
  const { iso, name, day, year } = groups;
  if (iso !== undefined) {
    const [y, month, d] = iso.split("-").map(Number);
    return { year: y ?? 1970, month: month ?? 1, day: d ?? 1 };
  }
  const month = MONTHS.indexOf((name ?? "").toLowerCase()) + 1;
  return { month, day: Number(day), ...(year === undefined ? {} : { year: Number(year) }) };
}
