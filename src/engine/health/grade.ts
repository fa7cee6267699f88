/**
 * Signs → grade. The one rule that tells a healthy agent that is quiet from one that hangs: each kind of silence has a limit
 * of its own, measured from the latest sign of life of any kind, and from two thirds of it on the attempt is suspect. It
 * stops nobody; what a grade leads to is decided beside it.
 */
import type { Grade, HealthLimits, Signs } from "../../domain/work/health.ts";

export interface Graded {
  readonly grade: Grade;
  /** Which silence it is measured by. */
  readonly by: Silence;
  /** How long that lasts already, and how long it may. */
  readonly forMs: number;
  readonly limitMs: number;
}

export type Silence = "stopped" | "empty_steps" | "busy" | "tool" | "repeats" | "silence";

/** Who computed a minute ago is at work; where a silence may last less than twice that, half of it. */
const BUSY_MS = 60_000;
/** Below this nobody is called quiet. */
const QUIET_MS = 60_000;
const SUSPECT_SHARE = 2 / 3;
/** So many lines that say nothing new are a loop, and fewer a silence. */
const REPEATED_MIN = 20;
/** A model that gives no token so often in a row gives none. */
const EMPTY_STEPS_MAX = 10;

export function gradeOf(signs: Signs, limits: HealthLimits): Graded {
  const { by, forMs, limitMs } = measured(signs, limits);
  const of = (grade: Grade): Graded => ({ grade, by, forMs, limitMs });
  if (signs.waits !== null) return of("waiting");
  if (by === "empty_steps") return of("spinning");
  if (limitMs > 0 && forMs >= limitMs) return of(goesInCircles(signs, by) ? "spinning" : "stuck");
  if (limitMs > 0 && forMs >= limitMs * SUSPECT_SHARE) return of("suspect");
  return of(signs.quietMs >= QUIET_MS ? "quiet" : "healthy");
}

function measured(signs: Signs, limits: HealthLimits): Omit<Graded, "grade"> {
  const { quietMs, idleMs, tool, stoppedMs, emptySteps, repeated } = signs;
  const { silenceS, toolS, busyS, stoppedS } = limits;
  if (stoppedMs > 0) return { by: "stopped", forMs: stoppedMs, limitMs: stoppedS * 1_000 };
  if (emptySteps >= EMPTY_STEPS_MAX) return { by: "empty_steps", forMs: quietMs, limitMs: silenceS * 1_000 };
  if (idleMs !== null && idleMs < Math.min(BUSY_MS, (silenceS * 1_000) / 2 || BUSY_MS))
    return { by: "busy", forMs: quietMs, limitMs: busyS * 1_000 };
  // Work that has only just ended was a sign of life, whatever it left.
  const forMs = Math.min(quietMs, idleMs ?? quietMs, tool?.forMs ?? quietMs);
  const limitMs = (tool ? toolS : silenceS) * 1_000;
  // Now and then a moment of work, and nothing new of it: longer than all of that and the silence after it may last.
  const inAllMs = busyS * 1_000 + limitMs;
  if (busyS > 0 && limitMs > 0 && quietMs >= inAllMs) return { by: "busy", forMs: quietMs, limitMs: inAllMs };
  if (tool) return { by: "tool", forMs, limitMs };
  return { by: repeated >= REPEATED_MIN ? "repeats" : "silence", forMs, limitMs };
}

function goesInCircles({ repeated }: Signs, by: Silence): boolean {
  return by === "repeats" || (by === "busy" && repeated >= REPEATED_MIN);
}
