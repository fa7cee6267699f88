/** What the end of an attempt counts as, where Reeve itself had a hand in it: its last words are not all that counts. */

import type { Because } from "../../domain/because.ts";
import type { Failure, FailureClass } from "../../domain/proof/failure.ts";
import type { Attempt } from "../../domain/work/attempt.ts";
import { isVoid } from "../../domain/work/cut.ts";
import type { Outcome } from "../../domain/work/outcome.ts";
import { isShared } from "../budget/over-budget.ts";
import { becauseSentence } from "../wording/because-words.ts";

export interface Judged {
  readonly outcome: Outcome;
  /** How it really ended, where what it had reported before counts. */
  readonly despite?: string;
}

/**
 * A result that was reported, checked and acknowledged while the agent worked counts also where the agent then crashed,
 * hung or ran into a limit: the work was handed over before, and is proved like any other.
 */
export function judgeEnd(attempt: Attempt, ended: Outcome, over: Because | null = null): Judged {
  const outcome = judge(attempt, ended, over);
  // What a person has called wrong is not handed over any more.
  const reported = isVoided(attempt) ? undefined : attempt.reported;
  if (!reported || (outcome.type !== "failed" && outcome.type !== "lost")) return { outcome };
  const despite = outcome.type === "failed" ? outcome.failure.message : (outcome.evidence[0] ?? "it was lost");
  return reported.status === "done"
    ? { outcome: { type: "done", result: reported }, despite }
    : { outcome: { type: "blocked", result: reported }, despite };
}

/** What Reeve stopped for a limit failed by that limit, whatever its last words were; what finished first, finished. */
function judge(attempt: Attempt, outcome: Outcome, over: Because | null): Outcome {
  const why = attempt.stopBecause;
  if (why === null) return bySpending(keepUnlessGroup(undefined, outcome), over);
  if (why.rule === "rule_broken") return failed("violation", "terminal", why);
  if (isVoided(attempt)) return failed("gate_failure", "persistent", why);
  if (outcome.type === "done" || outcome.type === "blocked") return keepUnlessGroup(why.rule, outcome);
  if (why.rule === "time_limit") return failed("timeout", "transient", why);
  if (why.rule === "budget_exceeded") return isShared(why) ? { type: "stopped" } : failed("budget", "terminal", why);
  if (why.rule === "stuck")
    return why.facts["grade"] === "spinning"
      ? failed("spinning", "persistent", why)
      : failed("timeout", "transient", why);
  if (why.rule === "spinning") return failed("spinning", "persistent", why);
  if (why.rule === "no_price") return failed("config_error", "terminal", why);
  if (why.rule === "cut")
    return why.facts["reason"] === "budget" ? failed("budget", "terminal", why) : failed("spinning", "persistent", why);
  return { type: "stopped" };
}

function isVoided({ stopBecause }: Attempt): boolean {
  if (stopBecause?.rule === "rule_broken") return true;
  return stopBecause?.rule === "cut" && isVoid(stopBecause.facts["reason"]);
}

/** What an agent says that gets no more answers because a budget is used up. */
const REFUSED: ReadonlySet<FailureClass> = new Set(["budget", "billing", "crash", "unknown"]);

/**
 * An agent may fall over the limit before Reeve has stopped it. By its own budget it failed, whatever it says; by that of
 * the run it did nothing wrong.
 */
function bySpending(outcome: Outcome, over: Because | null): Outcome {
  if (outcome.type !== "failed" || over === null) return outcome;
  const { failure } = outcome;
  if (isShared(over)) return REFUSED.has(failure.class) ? { type: "stopped" } : outcome;
  return failed("budget", "terminal", { ...over, evidence: [failure.message, ...failure.evidence] });
}

/** In a group restart the work of the whole group is void, finished or not. */
function keepUnlessGroup(rule: Because["rule"] | undefined, outcome: Outcome): Outcome {
  if (rule === "group_restart") return { type: "stopped" };
  if (outcome.type === "stopped") return { type: "lost", evidence: ["it was stopped from outside"] };
  return outcome;
}

type Limit = "violation" | "timeout" | "budget" | "spinning" | "gate_failure" | "config_error";

function failed(kind: Limit, restart: Failure["restart"], why: Because): Outcome {
  const { evidence } = why;
  return { type: "failed", failure: { class: kind, restart, message: messageOf(kind, why), evidence } };
}

function messageOf(kind: Limit, why: Because): string {
  const { rule, facts } = why;
  if (rule === "cut" || rule === "no_price" || rule === "stuck" || rule === "rule_broken") return becauseSentence(why);
  if (kind === "timeout") return `took longer than ${facts["minutes"]} minutes`;
  if (kind === "budget") return `used more than its budget of ${facts["limit"]}`;
  return `went in circles: it called ${facts["tool"]} ${facts["times"]} times without producing anything new`;
}
