/**
 * Why the next attempt starts after this one, as it will read it. What had been found in the work stays told until the work
 * is judged again: a crash, a loss or a stop in between answers none of it.
 */
import type { Because } from "../../../domain/because.ts";
import type { Attempt, Restart } from "../../../domain/work/attempt.ts";

export function restartAfter(attempt: Attempt | null, why: Because, report = ""): Restart {
  const before = attempt?.briefing.restart;
  const earlier = report === "" ? (before?.report ?? before?.earlier) : undefined;
  return {
    because: why,
    reached: attempt?.activity ?? null,
    ...(report !== "" && { report }),
    ...(earlier !== undefined && { earlier }),
  };
}
