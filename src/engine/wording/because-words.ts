/**
 * Because → half a sentence, for agents' prompts and for people alike. The one place where a rule gets its words; it
 * begins in lower case and ends without a full stop, so that it fits behind "because" and behind a colon.
 */
import type { Because, Rule } from "../../domain/because.ts";

export function becauseSentence({ rule, facts, evidence }: Because): string {
  const message = `${facts["message"] ?? "it failed"}`.replace(/\.$/, "");
  return RULE_WORDS[rule]({ facts, evidence, message, failure: `${message} (${facts["class"] ?? "unknown"})` });
}

interface Known extends Pick<Because, "facts" | "evidence"> {
  /** What went wrong, without a full stop. */
  readonly message: string;
  /** The same with its class. */
  readonly failure: string;
}

const RULE_WORDS: { readonly [R in Rule]: (known: Known) => string } = {
  plan_order: () => "everything it depends on is done and a slot is free",
  transient_failure: ({ failure }) => `the previous attempt failed in a way that often passes on its own: ${failure}`,
  malformed_output: ({ facts, message }) =>
    `the result was not in the agreed form: ${message}; the same input is sent again (${facts["count"]} of ${facts["limit"]})`,
  persistent_failure: ({ failure }) =>
    `the previous attempt failed: ${failure}; that will not pass on its own, so the next prompt says what went wrong`,
  terminal_failure: ({ failure }) => `a retry cannot help until a person acts: ${failure}`,
  unknown_failure: ({ failure }) => `the failure is of an unknown kind: ${failure}`,
  retries_used_up: ({ facts, failure }) =>
    `it failed again after ${facts["limit"]} ${facts["limit"] === 1 ? "retry" : "retries"}: ${failure}`,
  attempts_used_up: ({ facts, failure }) =>
    `it has used all ${facts["attempts"]} attempts, and the last one failed: ${failure}`,
  same_failure: ({ facts, failure }) =>
    `it failed the same way ${facts["times"]} times with nothing changed in between: ${failure}`,
  intensity_exceeded: ({ facts, failure }) =>
    `${facts["failed"]} failed ${facts["restarts"]} times within ${facts["within_s"]} s, and only ${counted(facts["intensity"], "restart")} ${facts["intensity"] === 1 ? "is" : "are"} allowed${facts["message"] === undefined ? "" : `; the last failure: ${failure}`}`,
  group_restart: ({ facts }) => `another task of gang ${facts["gang"]} failed, and the gang restarts together`,
  blocked: ({ facts }) => `the agent says it is blocked (${`${facts["reason"]}`.replaceAll("_", " ")})`,
  asked: () => "its agent asked a question while working",
  host_lost: ({ evidence }) =>
    `its process or host was lost, which does not count against it${evidence[0] === undefined ? "" : ` (${evidence[0]})`}`,
  lost_too_often: ({ facts, evidence }) =>
    `its process was lost ${facts["count"]} times for an unknown reason; find out what ends it (memory, a clean-up job, a security tool)${evidence[0] === undefined ? "" : `; the last time: ${evidence[0]}`}`,
  time_limit: ({ facts }) => `it took longer than its limit of ${facts["minutes"]} minutes`,
  budget_exceeded: ({ facts }) =>
    `the budget of ${facts["limit"]} is used up (${facts["used"]} so far); to continue, raise it in the plan or in reeve.yaml`,
  person: ({ facts }) =>
    facts["said"] === "" || facts["said"] === undefined ? "a person said so" : `a person said: ${facts["said"]}`,
  upstream_ended: ({ facts }) => `${facts["task"]}, which it depends on, will not be done`,
  evicted: ({ facts, message }) =>
    `its work could not be merged with ${facts["others"] === "" ? "the work of the others" : `the work of ${facts["others"]}`} (${facts["count"]} of ${facts["limit"]} times): ${facts["kind"] === "conflict" ? `${counted(facts["files"], "file")} in conflict` : message}`,
  job_failed: ({ facts, failure }) =>
    `Reeve could not ${facts["job"] === "verify" ? "verify" : "merge"} its work: ${failure}`,
  integration_red: ({ message }) => `the integrated work fails its gates: ${message}`,
  incoherent: ({ message }) => `it does not fit with other work of this run: ${message}`,
  run_stopped: () => "the run was stopped while it was working",
  all_done: () => "nothing is left to do",
  pipeline_cause: ({ facts, failure }) =>
    `the previous attempt failed: ${failure}; the cause is its handover, not the difficulty of the work: ${`${facts["says"]}`.replace(/\.$/, "")}; ${HANDOVER_ADVICE[`${facts["cause"]}`] ?? "the next prompt says so"}`,
  too_costly: ({ facts, failure }) =>
    `it failed: ${failure}; one more attempt would cost about ${facts["expected"]}, but only ${facts["left"]} of the ${facts["whose"]}'s budget is left`,
  capability: ({ failure }) =>
    `it is too hard for the model it had: ${failure}; the next attempt uses the next higher tier`,
  needs_task({ facts, message, failure }) {
    if (facts["class"] === "refusal_or_blocked")
      return `its agent says what is missing: ${message}; ${facts["task"]} provides that, so ${facts["task"]} goes first`;
    return `it needs ${facts["subject"]}, which ${facts["task"]} provides: ${failure}; so ${facts["task"]} goes first`;
  },
  upstream_wrong: ({ facts, failure }) =>
    `${facts["dependant"]} needs ${facts["subject"]} from it and found it missing or wrong: ${failure}`,
  fix_root_cause: ({ facts }) =>
    `it is one of ${facts["tasks"]} tasks that fail for the same reason: ${`${facts["cause"]}`.replace(/\.$/, "")}; ${facts["fix"]} fixes that first`,
  advised: ({ facts }) => `the ${facts["role"]} says: ${facts["reason"]}`,
  advice_failed: ({ facts, message }) =>
    `the ${facts["role"]} gave no usable answer (${message}); Reeve continues without it`,
  replan: ({ facts }) => `plan change ${facts["replan"]} ${facts["summary"]}`,
  replan_unfit: ({ message }) => `the planner's change of the plan is not possible: ${message}`,
  account_limit: ({ facts, message }) => `the usage limit of ${facts["agent"] ?? "its agent"} is reached: ${message}`,
  after_limit: ({ facts }) =>
    `the usage limit of ${facts["agent"]} has reset, and its tasks start one at a time (every ${facts["seconds"]} s)`,
  spinning: ({ facts }) =>
    `it called ${facts["tool"]} ${facts["times"]} times ${facts["alike"] === "same" ? "with the same input" : "with nearly the same input"} without producing anything new; it is going in circles`,
  too_many_failed: ({ facts }) =>
    `${facts["failed"]} of ${facts["total"]} tasks failed, more than ${facts["percent"]} %: something is probably wrong with all of them`,
};

function counted(n: unknown, noun: string): string {
  return `${n} ${noun}${n === 1 ? "" : "s"}`;
}

const HANDOVER_ADVICE: Readonly<Record<string, string>> = {
  only_explored: "make a change early, and read no more than it needs",
  context_cut: "what was left out can be read in the workspace",
  files_owned_by_others: "those tasks go first",
  spec_gap: "only a person can close that gap",
};
