/**
 * When an output says it is worth trying again. What is relative becomes seconds at once; what names a time of day stays
 * data until somebody who knows the time resolves it. Reads no clock.
 */
import { type Line, readLines } from "./lines.ts";
import { readWallTime } from "./wall-time/read-wall-time.ts";
import { nextTime } from "./wall-time/wall-time.ts";

export type RetryFound =
  | { readonly kind: "in"; readonly seconds: number; readonly text: string }
  | { readonly kind: "at"; readonly epochS: number; readonly text: string }
  | { readonly kind: "clock"; readonly time: WallTime; readonly text: string };

/** A time as people write it: what is missing is the next that fits. */
export interface WallTime {
  readonly hour: number;
  readonly minute: number;
  readonly second?: number;
  /** So many days from today. */
  readonly inDays?: number;
  /** 0 is Sunday. */
  readonly weekday?: number;
  readonly day?: number;
  /** 1 is January. */
  readonly month?: number;
  readonly year?: number;
  /** A name of the time-zone database, UTC, or an offset like +02:00. */
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

/** Nobody waits longer; a larger number is a mistake of somebody's. */
export const WAIT_MS_MAX = 62 * 86_400_000;

/** When a text says it is worth trying again, in milliseconds since 1970; `zone` is that of a time that names none. */
export function retryAtIn(text: string, now: number, zone = "UTC"): number | undefined {
  const found = findRetry(readLines(text));
  return found && now + resolveRetry(found, now, zone) * 1000;
}

/** Seconds from `now` (milliseconds since 1970) until it is worth trying; 0 where the time has passed. */
export function resolveRetry(found: RetryFound, now: number, zone = "UTC"): number {
  const secondsMax = WAIT_MS_MAX / 1000;
  if (found.kind === "in") return Math.min(found.seconds, secondsMax);
  const at = found.kind === "at" ? found.epochS * 1000 : nextTime(found.time, now, zone);
  return Math.min(Math.max(0, Math.ceil((at - now) / 1000)), secondsMax);
}

const MENTIONS = /retry|try again|reset|available again|limit reached\||wait|until/i;

const ONE = /\b(?:an?|one) (second|minute|hour|day|week)\b/gi;
const UNIT_S: Readonly<Record<string, number>> = { ms: 0.001, s: 1, m: 60, h: 3600, d: 86_400, w: 604_800 };
const SPAN =
  /(\d+(?:\.\d+)?) ?(milliseconds?|ms|seconds?|secs?|s|minutes?|mins?|m|hours?|hrs?|h|days?|d|weeks?|w)(?![a-z])/gi;
const IN =
  /(?:try(?:ing)? again|retry(?:ing)?|available again|resets?|please wait|wait)(?: (?:it|your request))?(?: in| after| for)?:? (?:about |approximately |~)?((?:\d+(?:\.\d+)? ?[a-z]+(?:,? and |, | )?){1,5})/i;
const HEADER =
  /(?:retry[-_ ]?(?:after|delay)|resets?_in)(?<ms>[-_]?(?:ms|millis))?(?:[-_]?(?:s|secs?|seconds))?["']?\s*[:=]?\s*\{?\s*(?:seconds: ?)?["']?(?<n>\d+(?:\.\d+)?)(?<unit>ms|s|m|h)?\b/i;

function relativeIn(text: string): RetryFound | undefined {
  const said = IN.exec(text.replaceAll(ONE, "1 $1"))?.[1];
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

function clockIn(text: string): RetryFound | undefined {
  const start = text.search(WORDS);
  if (start < 0) return undefined;
  const time = readWallTime(text.slice(start));
  return time && { kind: "clock", text, time };
}
