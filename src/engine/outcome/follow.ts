/** What is decided because an attempt ended, an advisor will not answer, or a supervisor gave up. */
import type { Context } from "../context.ts";
import type { EventOf } from "../event.ts";
import type { Follow } from "../tables.ts";
import { withoutAdvice } from "./after-advice.ts";
import { afterAttempt } from "./after-attempt.ts";
import { afterGivingUp } from "./after-giving-up.ts";

export const follow: Follow = {
  attempt_ended: afterAttempt,
  supervisor_gave_up: afterGivingUp,
  advice_failed: onAdviceFailed,
};

function onAdviceFailed(context: Context, { advisor: id, because }: EventOf<"advice_failed">): void {
  const advisor = context.failed.get(id);
  if (advisor) withoutAdvice(context, advisor, because);
}
