/** How long a restart waits: a pure function of the policy, the restarts now in the window, and the dice. */
import { never } from "../../domain/bug.ts";
import type { Backoff } from "../../domain/spec/plan.ts";

/** Past this every delay is at its cap, and doubling on would leave the numbers. */
const DOUBLINGS_MAX = 50;

/** `count` is 1 for the first restart in the window; `dice` is in [0, 1) and moves the delay by ± `jitter`. */
export function backoffDelayMs(backoff: Backoff | undefined, count: number, dice: number): number {
  if (backoff === undefined || backoff.kind === "none") return 0;
  const spread = 1 + backoff.jitter * (2 * dice - 1);
  return Math.max(0, Math.round(delayS(backoff, count) * 1000 * spread));
}

function delayS(backoff: Exclude<Backoff, { kind: "none" }>, count: number): number {
  switch (backoff.kind) {
    case "constant":
      return backoff.delayS;
    case "exponential":
      return Math.min(backoff.capS, backoff.baseS * 2 ** Math.min(count - 1, DOUBLINGS_MAX));
    default:
      return never(backoff, "backoff");
  }
}
