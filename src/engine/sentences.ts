/**
 * Because → half a sentence, for agents' prompts and for people alike. The one place where a rule gets its words; it
 * begins in lower case and ends without a full stop, so that it fits behind "because" and behind a colon.
 */
import type { Because } from "../domain/because.ts";
import { recoverySentence } from "./recovery-sentences.ts";

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
    case "asked":
      return "its agent asks while it works";
    case "host_lost":
      return `its process or host was lost through no fault of its own${evidence[0] === undefined ? "" : ` (${evidence[0]})`}`;
    case "lost_too_often":
      return `its process was lost ${facts["count"]} times in a row, and nobody knows why; see what ends it (memory, a clean-up job, a security tool)${evidence[0] === undefined ? "" : `; the last time: ${evidence[0]}`}`;
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
    case "evicted":
      return `its work could not be merged with that of ${facts["others"] === "" ? "the others" : facts["others"]} (${facts["count"]} of ${facts["limit"]} times): ${facts["kind"] === "conflict" ? `${counted(facts["files"], "file")} in conflict` : message}`;
    case "job_failed":
      return `Reeve could not ${facts["job"] === "verify" ? "verify" : "merge"} its work: ${failure}`;
    case "integration_red":
      return `the integrated work fails its gates: ${message}`;
    case "incoherent":
      return `it does not go together with other work of this run: ${message}`;
    case "run_stopped":
      return "the run was stopped while it worked";
    case "all_done":
      return "nothing is left to do";
    default:
      return recoverySentence(rule, facts);
  }
}

function counted(n: unknown, noun: string): string {
  return `${n} ${noun}${n === 1 ? "" : "s"}`;
}
