/**
 * Advisors that ended without an answer: failed, skipped by a person, given up with everything else. Whoever still waits
 * for their word goes on without it. What failing itself leads to is decided where it is told.
 */
import type { Context } from "../context.ts";
import { takeReport } from "../merge/checking-whole.ts";
import { isAwaited, reviewerGone } from "../proof/reviewing.ts";

export function goOnWithout(context: Context): void {
  for (const event of [...context.events]) {
    if (event.type !== "task_skipped" && event.type !== "task_given_up") continue;
    const advisor = context.state.tasks.get(event.task);
    if (!advisor?.advises) continue;
    if (advisor.advises.role === "coherence") takeReport(context, advisor, null);
    else if (isAwaited(context, advisor)) reviewerGone(context, advisor, advisor.advises);
  }
}
