/**
 * The restart window, a pure function of a list of times. OTP's clock has whole seconds: a restart counts while its
 * second, rounded down, is not more than the period before the present one. With a period of 1 s, one of 1.8 s ago may
 * still count.
 */
import type { Intensity } from "../../domain/tree/tree.ts";

/** An unlimited supervisor remembers so many, which is all its backoff can make use of. */
const REMEMBERED_MAX = 31;

/** How many of the latest `times` (ms, oldest first) still count at `at`. */
export function restartsInWindow(times: readonly number[], at: number, periodS: number, intensity: Intensity): number {
  const oldestS = wholeSeconds(at) - periodS;
  const max = intensity === "unlimited" ? REMEMBERED_MAX : times.length;
  let count = 0;
  // From the latest back to the first that is too old, as OTP's list is read.
  for (let i = times.length - 1; i >= 0 && count < max; i -= 1) {
    if (wholeSeconds(times[i] ?? 0) < oldestS) break;
    count += 1;
  }
  return count;
}

/** Intensity N allows N restarts in the window; one more is too many. */
export function exceedsIntensity(count: number, intensity: Intensity): boolean {
  return intensity !== "unlimited" && count > intensity;
}

function wholeSeconds(ms: number): number {
  return Math.floor(ms / 1000);
}
