/** How long to wait before a supervisor is started again: longer with each end in a row, an hour after too many. Pure. */
import { backoffDelayMs } from "../../engine/supervision/backoff.ts";

/** Times of ends, oldest first. */
export type Ends = readonly number[];

/** At most so many within an hour. */
const RESTARTS = 10;
const WITHIN_MS = 3_600_000;
const BACKOFF = { kind: "exponential", baseS: 1, capS: 60, jitter: 0 } as const;

export interface Again {
  readonly delayMs: number;
  readonly ends: Ends;
  readonly isGivenUp: boolean;
}

export function delayBefore(before: Ends, now: number): Again {
  const ends = [...before.filter((at) => now - at < WITHIN_MS), now];
  if (ends.length > RESTARTS) return { delayMs: WITHIN_MS, ends: [], isGivenUp: true };
  return { delayMs: backoffDelayMs(BACKOFF, ends.length, 0), ends, isGivenUp: false };
}
