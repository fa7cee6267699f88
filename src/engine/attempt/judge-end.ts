/** What the end of an attempt counts as, where Reeve itself had a hand in it: its last words are not all that counts. */

import type { Because } from "../../domain/because.ts";
import type { Failure } from "../../domain/proof/failure.ts";
import type { Attempt } from "../../domain/work/attempt.ts";
import type { Outcome } from "../../domain/work/outcome.ts";

export interface Judged {
  readonly outcome: Outcome;
  /** How it really ended, where what it had reported before counts. */
  readonly despite?: string;
}

/**
 * A result that was reported, checked and acknowledged while the agent worked counts also where the agent then crashed,
 * hung or ran into a limit: the work was handed over before, and is proved like any other.
 */
export function judgeEnd(attempt: Attempt, ended: Outcome): Judged {
  const outcome = judge(attempt, ended);
  const { reported } = attempt;
  if (!reported || (outcome.type !== "failed" && outcome.type !== "lost")) return { outcome };
  const despite = outcome.type === "failed" ? outcome.failure.message : (outcome.evidence[0] ?? "it was lost");
  return reported.status === "done"
    ? { outcome: { type: "done", result: reported }, despite }
    : { outcome: { type: "blocked", result: reported }, despite };
}

/** What Reeve stopped for a limit failed by that limit, whatever its last words were; what finished first, finished. */
function judge(attempt: Attempt, outcome: Outcome): Outcome {
  const rule = attempt.stopBecause?.rule;
  if (rule === undefined || outcome.type === "done" || outcome.type === "blocked")
    return keepUnlessGroup(rule, outcome);
  if (rule === "time_limit") return failed("timeout", "transient", attempt);
  if (rule === "budget_exceeded") return failed("budget", "terminal", attempt);
  if (rule === "spinning") return failed("spinning", "persistent", attempt);
  return { type: "stopped" };
}

/** In a group restart the work of the whole group is void, finished or not. */
function keepUnlessGroup(rule: Because["rule"] | undefined, outcome: Outcome): Outcome {
  if (rule === "group_restart") return { type: "stopped" };
  if (outcome.type === "stopped") return { type: "lost", evidence: ["it was stopped from outside"] };
  return outcome;
}

type Limit = "timeout" | "budget" | "spinning";

function failed(kind: Limit, restart: Failure["restart"], attempt: Attempt): Outcome {
  const { facts = {}, evidence = [] } = attempt.stopBecause ?? {};
  return { type: "failed", failure: { class: kind, restart, message: messageOf(kind, facts), evidence } };
}

function messageOf(kind: Limit, facts: Because["facts"]): string {
  if (kind === "timeout") return `took longer than ${facts["minutes"]} minutes`;
  if (kind === "budget") return `used more than its budget of ${facts["limit"]}`;
  return `went in circles: it called ${facts["tool"]} ${facts["times"]} times without producing anything new`;
}
