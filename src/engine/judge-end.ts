/** What the end of an attempt counts as, where Reeve itself had a hand in it: its last words are not all that counts. */
import type { Attempt } from "../domain/attempt.ts";
import type { Because } from "../domain/because.ts";
import type { Failure } from "../domain/failure.ts";
import type { Outcome } from "../domain/outcome.ts";

/** What Reeve stopped for a limit failed by that limit, whatever its last words were; what finished first, finished. */
export function judge(attempt: Attempt, outcome: Outcome): Outcome {
  const rule = attempt.stopBecause?.rule;
  if (rule === undefined || outcome.type === "done" || outcome.type === "blocked")
    return keepUnlessGroup(rule, outcome);
  if (rule === "time_limit") return failed("timeout", "transient", attempt);
  if (rule === "budget_exceeded") return failed("budget", "terminal", attempt);
  return { type: "stopped" };
}

/** In a group restart the work of the whole group is void, finished or not. */
function keepUnlessGroup(rule: Because["rule"] | undefined, outcome: Outcome): Outcome {
  if (rule === "group_restart") return { type: "stopped" };
  if (outcome.type === "stopped") return { type: "lost", evidence: ["it was stopped from outside"] };
  return outcome;
}

function failed(kind: "timeout" | "budget", restart: Failure["restart"], attempt: Attempt): Outcome {
  const facts = attempt.stopBecause?.facts ?? {};
  const message =
    kind === "timeout"
      ? `took longer than ${facts["minutes"]} minutes`
      : `used more than its budget of ${facts["limit"]}`;
  return { type: "failed", failure: { class: kind, restart, message, evidence: attempt.stopBecause?.evidence ?? [] } };
}
