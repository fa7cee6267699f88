/**
 * What the headers of an answer say about limits: how many requests and tokens are left until when. Each vendor has its
 * own names and its own way to write a time. What cannot be read is left out. Pure.
 */

/** Node's form: lower case, several of one name joined or in a list. */
export type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

export interface Left {
  readonly limit: number;
  readonly remaining: number;
  /** When it is full again; milliseconds since 1970. */
  readonly fullAt: number;
}

export interface LimitsLeft {
  readonly requests?: Left;
  readonly tokens?: Left;
}

export function readLimits(headers: Headers, now: number): LimitsLeft {
  const requests = tightest(headers, REQUESTS, now);
  const tokens = tightest(headers, TOKENS, now);
  return { ...(requests && { requests }), ...(tokens && { tokens }) };
}

const REQUESTS = ["anthropic-ratelimit-requests-*", "x-ratelimit-*-requests"];
const TOKENS = ["anthropic-ratelimit-tokens-*", "anthropic-ratelimit-input-tokens-*", "x-ratelimit-*-tokens"];

/** Of several limits the one with the smallest part left. */
function tightest(headers: Headers, patterns: readonly string[], now: number): Left | undefined {
  return patterns
    .flatMap((pattern) => leftOf(headers, pattern, now) ?? [])
    .toSorted((one, other) => one.remaining / one.limit - other.remaining / other.limit)[0];
}

function leftOf(headers: Headers, pattern: string, now: number): Left | undefined {
  const value = (what: string): string => one(headers, pattern.replace("*", what));
  const limit = numberIn(value("limit"));
  const remaining = numberIn(value("remaining"));
  const fullAt = timeIn(value("reset"), now);
  if (limit === undefined || limit <= 0 || remaining === undefined || fullAt === undefined) return undefined;
  return { limit, remaining: Math.min(remaining, limit), fullAt };
}

/** The first value of a header; empty where there is none. */
export function one(headers: Headers, name: string): string {
  const value = headers[name];
  return (typeof value === "string" ? value : (value?.[0] ?? "")).trim();
}

/** `2026-11-15T10:00:00Z`, `1763200000`, `6m0s`, `20ms`, or seconds as a small number. */
export function timeIn(text: string, now: number): number | undefined {
  const number = numberIn(text);
  if (number !== undefined) return number >= EPOCH_S_MIN ? number * 1000 : now + number * 1000;
  const spanMs = spanIn(text);
  if (spanMs !== undefined) return now + spanMs;
  const at = /\d{4}-\d{2}-\d{2}T|[A-Z][a-z]{2}, \d/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? undefined : at;
}

/** No span is this long, and no reset that long ago. */
const EPOCH_S_MIN = 1_000_000_000;
const UNIT_MS: Readonly<Record<string, number>> = { d: 86_400_000, h: 3_600_000, m: 60_000, s: 1000, ms: 1 };

function spanIn(text: string): number | undefined {
  if (!/^(?:\d+(?:\.\d+)?(?:ms|[dhms]))+$/.test(text)) return undefined;
  let sumMs = 0;
  for (const [, count, unit = ""] of text.matchAll(/(\d+(?:\.\d+)?)(ms|[dhms])/g))
    sumMs += Number(count) * (UNIT_MS[unit] ?? 0);
  return sumMs;
}

export function numberIn(text: string): number | undefined {
  return /^\d+(?:\.\d+)?$/.test(text) ? Number(text) : undefined;
}
