/**
 * Because → half a sentence, for agents' prompts and for people alike. The one place where a rule gets its words; it
 * begins in lower case and ends without a full stop, so that it fits behind "because" and behind a colon.
 */
import type { Because } from "../domain/because.ts";
import { never } from "../domain/bug.ts";

export function becauseSentence({ rule, facts, evidence }: Because): string {
  const message = `${facts["message"] ?? "it failed"}`.replace(/\.$/, "");
  const failure = `${message} (${facts["class"] ?? "unknown"})`;
  switch (rule) {
    case "plan_order":
      return "all it depends on is done and a slot is free";
    case "transient_failure":
      return `the earlier attempt failed in a way that often passes: ${failure}`;
    case "malformed_output":
      return `the result was not in the agreed form: ${message}; the same input is tried again (${facts["count"]} of ${facts["limit"]})`;
    case "persistent_failure":
      return `the earlier attempt failed and will not pass by itself: ${failure}; it gets one more try that knows why`;
    case "terminal_failure":
      return `trying again cannot help before a person acts: ${failure}`;
    case "unknown_failure":
      return `the failure is of no known kind: ${failure}`;
    case "retries_used_up":
      return `it failed again after ${facts["limit"]} ${facts["limit"] === 1 ? "retry" : "retries"}: ${failure}`;
    case "attempts_used_up":
      return `${facts["attempts"]} attempts were made and the last one failed too: ${failure}`;
    case "intensity_exceeded":
      return `${facts["failed"]} failed ${facts["restarts"]} times within ${facts["within_s"]} s, more than the ${counted(facts["intensity"], "restart")} allowed${facts["message"] === undefined ? "" : `; the last time: ${failure}`}`;
    case "group_restart":
      return `another task of the gang ${facts["gang"]} failed, and the gang is restarted together`;
    case "blocked":
      return `the agent says it is blocked (${`${facts["reason"]}`.replaceAll("_", " ")})`;
    case "host_lost":
      return `its process or host was lost through no fault of its own${evidence[0] === undefined ? "" : ` (${evidence[0]})`}`;
    case "time_limit":
      return `it took longer than its limit of ${facts["minutes"]} minutes`;
    case "budget_exceeded":
      return `the budget of ${facts["limit"]} is used up (${facts["used"]} so far); raise it in the plan or in reeve.yaml to go on`;
    case "person":
      return facts["said"] === "" || facts["said"] === undefined
        ? "a person said so"
        : `a person said: ${facts["said"]}`;
    case "upstream_ended":
      return `${facts["task"]}, which it depends on, will not be done`;
    case "capability":
      return `it is too much for the model it had: ${failure}; the next attempt gets the next higher tier`;
    case "needs_task":
      return `it needs ${facts["subject"]}, which ${facts["task"]} makes: ${failure}; so ${facts["task"]} goes first`;
    case "upstream_wrong":
      return `${facts["dependant"]} needs ${facts["subject"]} from it and did not find it as it should be: ${failure}`;
    case "fix_root_cause":
      return `it is one of ${facts["tasks"]} tasks that fail by one cause: ${`${facts["cause"]}`.replace(/\.$/, "")}; ${facts["fix"]} fixes that first`;
    case "advised":
      return `the ${facts["role"]} says: ${facts["reason"]}`;
    case "advice_failed":
      return `the ${facts["role"]} gave no usable answer (${message}); it goes on without`;
    case "account_limit":
      return `the usage limit of ${facts["agent"]} is reached: ${message}`;
    case "too_many_failed":
      return `${facts["failed"]} of ${facts["total"]} tasks failed, more than ${facts["percent"]} %: something is wrong with all of them`;
    case "evicted":
      return `its work could not be merged with that of ${facts["others"] === "" ? "the others" : facts["others"]} (${facts["count"]} of ${facts["limit"]} times): ${facts["kind"] === "conflict" ? `${counted(facts["files"], "file")} in conflict` : message}`;
    case "job_failed":
      return `Reeve could not ${facts["job"] === "verify" ? "verify" : "merge"} its work: ${failure}`;
    case "integration_red":
      return `the integrated work fails its gates: ${message}`;
    case "run_stopped":
      return "the run was stopped while it worked";
    case "all_done":
      return "nothing is left to do";
    default:
      return never(rule, "rule");
  }
}

function counted(n: unknown, noun: string): string {
  return `${n} ${noun}${n === 1 ? "" : "s"}`;
}
