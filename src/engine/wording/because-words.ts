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
  plan_order: () => "all it depends on is done and a slot is free",
  transient_failure: ({ failure }) => `the earlier attempt failed in a way that often passes: ${failure}`,
  malformed_output: ({ facts, message }) =>
    `the result was not in the agreed form: ${message}; the same input is tried again (${facts["count"]} of ${facts["limit"]})`,
  persistent_failure: ({ failure }) =>
    `the earlier attempt failed and will not pass by itself: ${failure}; it gets one more try that knows why`,
  terminal_failure: ({ failure }) => `trying again cannot help before a person acts: ${failure}`,
  unknown_failure: ({ failure }) => `the failure is of no known kind: ${failure}`,
  retries_used_up: ({ facts, failure }) =>
    `it failed again after ${facts["limit"]} ${facts["limit"] === 1 ? "retry" : "retries"}: ${failure}`,
  attempts_used_up: ({ facts, failure }) =>
    `${facts["attempts"]} attempts were made and the last one failed too: ${failure}`,
  same_failure: ({ facts, failure }) =>
    `it failed ${facts["times"]} times in the same way with nothing changed in between: ${failure}`,
  intensity_exceeded: ({ facts, failure }) =>
    `${facts["failed"]} failed ${facts["restarts"]} times within ${facts["within_s"]} s, more than the ${counted(facts["intensity"], "restart")} allowed${facts["message"] === undefined ? "" : `; the last time: ${failure}`}`,
  group_restart: ({ facts }) => `another task of the gang ${facts["gang"]} failed, and the gang is restarted together`,
  blocked: ({ facts }) => `the agent says it is blocked (${`${facts["reason"]}`.replaceAll("_", " ")})`,
  asked: () => "its agent asks while it works",
  host_lost: ({ evidence }) =>
    `its process or host was lost through no fault of its own${evidence[0] === undefined ? "" : ` (${evidence[0]})`}`,
  lost_too_often: ({ facts, evidence }) =>
    `its process was lost ${facts["count"]} times, and nobody knows why; see what ends it (memory, a clean-up job, a security tool)${evidence[0] === undefined ? "" : `; the last time: ${evidence[0]}`}`,
  time_limit: ({ facts }) => `it took longer than its limit of ${facts["minutes"]} minutes`,
  budget_exceeded: ({ facts }) =>
    `the budget of ${facts["limit"]} is used up (${facts["used"]} so far); raise it in the plan or in reeve.yaml to go on`,
  person: ({ facts }) =>
    facts["said"] === "" || facts["said"] === undefined ? "a person said so" : `a person said: ${facts["said"]}`,
  upstream_ended: ({ facts }) => `${facts["task"]}, which it depends on, will not be done`,
  evicted: ({ facts, message }) =>
    `its work could not be merged with that of ${facts["others"] === "" ? "the others" : facts["others"]} (${facts["count"]} of ${facts["limit"]} times): ${facts["kind"] === "conflict" ? `${counted(facts["files"], "file")} in conflict` : message}`,
  job_failed: ({ facts, failure }) =>
    `Reeve could not ${facts["job"] === "verify" ? "verify" : "merge"} its work: ${failure}`,
  integration_red: ({ message }) => `the integrated work fails its gates: ${message}`,
  incoherent: ({ message }) => `it does not go together with other work of this run: ${message}`,
  run_stopped: () => "the run was stopped while it worked",
  all_done: () => "nothing is left to do",
  pipeline_cause: ({ facts, failure }) =>
    `the earlier attempt failed: ${failure}; that is no matter of how hard the work is: ${`${facts["says"]}`.replace(/\.$/, "")}; ${HANDOVER_ADVICE[`${facts["cause"]}`] ?? "the next try knows that"}`,
  too_costly: ({ facts, failure }) =>
    `it failed: ${failure}; one more try would cost about ${facts["expected"]}, and of the ${facts["whose"]}'s budget ${facts["left"]} is left`,
  capability: ({ failure }) =>
    `it is too much for the model it had: ${failure}; the next attempt gets the next higher tier`,
  needs_task({ facts, message, failure }) {
    if (facts["class"] === "refusal_or_blocked")
      return `its agent says what it lacks: ${message}; ${facts["task"]} makes that, so ${facts["task"]} goes first`;
    return `it needs ${facts["subject"]}, which ${facts["task"]} makes: ${failure}; so ${facts["task"]} goes first`;
  },
  upstream_wrong: ({ facts, failure }) =>
    `${facts["dependant"]} needs ${facts["subject"]} from it and did not find it as it should be: ${failure}`,
  fix_root_cause: ({ facts }) =>
    `it is one of ${facts["tasks"]} tasks that fail by one cause: ${`${facts["cause"]}`.replace(/\.$/, "")}; ${facts["fix"]} fixes that first`,
  advised: ({ facts }) => `the ${facts["role"]} says: ${facts["reason"]}`,
  advice_failed: ({ facts, message }) => `the ${facts["role"]} gave no usable answer (${message}); it goes on without`,
  replan: ({ facts }) => `the plan is changed (${facts["replan"]}): it ${facts["summary"]}`,
  replan_unfit: ({ message }) => `what the planner wants changed of the plan cannot be: ${message}`,
  account_limit: ({ facts, message }) => `the usage limit of ${facts["agent"] ?? "its agent"} is reached: ${message}`,
  after_limit: ({ facts }) =>
    `the usage limit of ${facts["agent"]} has reset, and its tasks start one after another (every ${facts["seconds"]} s)`,
  spinning: ({ facts }) =>
    `it called ${facts["tool"]} ${facts["times"]} times ${facts["alike"] === "same" ? "with the same input" : "with nearly the same input"} and made nothing new between; it goes in circles`,
  too_many_failed: ({ facts }) =>
    `${facts["failed"]} of ${facts["total"]} tasks failed, more than ${facts["percent"]} %: something is wrong with all of them`,
};

function counted(n: unknown, noun: string): string {
  return `${n} ${noun}${n === 1 ? "" : "s"}`;
}

const HANDOVER_ADVICE: Readonly<Record<string, string>> = {
  only_explored: "change something early, and read no more than that needs",
  context_cut: "what was left out can be read in the workspace",
  files_owned_by_others: "those tasks go first",
  spec_gap: "only a person can close it",
};
