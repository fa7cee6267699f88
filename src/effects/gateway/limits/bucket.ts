/**
 * A limit that fills up again by and by: how much is there now, and when there will be enough. A pure function of what
 * the API last said about it and of what was taken since.
 */
import type { Left } from "./limit-headers.ts";

export interface Bucket {
  readonly limit: number;
  readonly level: number;
  /** Comes back per millisecond. */
  readonly perMs: number;
  /** When the level was that. */
  readonly at: number;
}

/** `taken`: what was sent on and the API had not counted yet when it answered. */
export function bucketOf({ limit, remaining, fullAt }: Left, taken: number, now: number): Bucket {
  const spanMs = Math.max(1, fullAt - now);
  // One that is full still says how fast it fills: by a request at least.
  return { limit, level: remaining - taken, perMs: Math.max(1, limit - remaining) / spanMs, at: now };
}

/** The first moment at which so much is there; more than the limit is never asked for. */
export function readyAt(bucket: Bucket, wanted: number, now: number): number {
  const missing = Math.min(wanted, bucket.limit) - levelAt(bucket, now);
  return missing <= 0 ? now : now + Math.ceil(missing / bucket.perMs);
}

export function take(bucket: Bucket, taken: number, now: number): Bucket {
  return { ...bucket, level: levelAt(bucket, now) - taken, at: now };
}

function levelAt({ limit, level, perMs, at }: Bucket, now: number): number {
  return Math.min(limit, level + Math.max(0, now - at) * perMs);
}
