/**
 * Because → half a sentence, for agents' prompts and for people alike. The one place where a rule gets its words; it
 * begins in lower case and ends without a full stop, so that it fits behind "because" and behind a colon.
 */
import type { Because, Rule } from "../../domain/because.ts";
import { durationOf } from "../../domain/words/wording.ts";

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

const WHOSE: Readonly<Record<string, string>> = {
  run: "the run's",
  task: "its",
  attempt: "the attempt's",
  day: "today's",
  project: "the project's",
  machine: "this machine's daily",
};

const RULE_WORDS: { readonly [R in Rule]: (known: Known) => string } = {
  plan_order: () => "everything it depends on is done and a slot is free",
  transient_failure: ({ failure }) => `the previous attempt failed in a way that often passes on its own: ${failure}`,
  malformed_output: ({ facts, message }) =>
    `the result was not in the agreed form: ${message}; ${facts["told"] === undefined ? "the same input is sent again" : `${facts["told"]}, so the next prompt says what was wrong`} (${facts["count"]} of ${facts["limit"]})`,
  persistent_failure: ({ failure }) =>
    `the previous attempt failed: ${failure}; that will not pass on its own, so the next prompt says what went wrong`,
  terminal_failure: ({ failure }) => `a retry cannot help until a person acts: ${failure}`,
  unknown_failure: ({ failure }) => `the failure is of an unknown kind: ${failure}`,
  retries_used_up: ({ facts, failure }) =>
    `it failed again after ${facts["limit"]} ${facts["limit"] === 1 ? "retry" : "retries"}: ${failure}`,
  attempts_used_up: ({ facts, failure }) =>
    `it has used all ${facts["attempts"]} attempts, and the last one failed: ${failure}`,
  not_converging: ({ facts, message }) =>
    `after ${facts["rounds"]} rounds of work and judgement there is no end in sight: ${message}`,
  same_failure: ({ facts, failure }) =>
    `it failed the same way ${facts["times"]} times with nothing changed in between: ${failure}`,
  intensity_exceeded: ({ facts, failure, message }) =>
    `${facts["failed"]} failed ${facts["restarts"] === 1 ? "once" : `${facts["restarts"]} times`} within ${facts["within_s"]} s, and ${allowedText(facts["intensity"])} allowed${facts["message"] === undefined ? "" : `; the last failure: ${facts["class"] === undefined ? message : failure}`}`,
  group_restart: ({ facts }) => `another task of gang ${facts["gang"]} failed, and the gang restarts together`,
  blocked: ({ facts }) => `the agent says it is blocked (${`${facts["reason"]}`.replaceAll("_", " ")})`,
  asked: () => "its agent asked a question while working",
  host_lost: ({ evidence }) =>
    `its process or host was lost, which does not count against it${evidence[0] === undefined ? "" : ` (${evidence[0]})`}`,
  lost_too_often: ({ facts, evidence }) =>
    `its process was lost ${facts["count"]} times for an unknown reason; find out what ends it (memory, a clean-up job, a security tool)${evidence[0] === undefined ? "" : `; the last time: ${evidence[0]}`}`,
  time_limit: ({ facts }) => `it took longer than its limit of ${facts["minutes"]} minutes`,
  budget_exceeded: ({ facts }) =>
    facts["kept"] !== undefined
      ? `of the run's budget of ${facts["limit"]} only the ${facts["kept"]} kept for repair is left (${facts["used"]} used so far)`
      : facts["whose"] === "gang"
        ? `the budget of gang ${facts["gang"]} of ${facts["limit"]} is used up (${facts["used"]} so far)`
        : `${WHOSE[`${facts["whose"]}`] ?? "the"} budget of ${facts["limit"]} is used up (${facts["used"]} so far)`,
  person: ({ facts }) =>
    facts["said"] === "" || facts["said"] === undefined ? "a person said so" : `a person said: ${facts["said"]}`,
  aborted: ({ facts }) => `a person aborted it: ${facts["said"]}`,
  cut: ({ facts }) =>
    `a person ended the attempt: ${CUT_WORDS[`${facts["reason"]}`] ?? "it was not wanted"}${facts["said"] === "" || facts["said"] === undefined ? "" : `: ${`${facts["said"]}`.replace(/\.$/, "")}`}`,
  no_price: ({ facts }) =>
    `no price is known for model ${facts["model"]}, so ${WHOSE[`${facts["whose"]}`] ?? "a gang's"} budget of ${facts["limit"]} cannot be kept; write price: { input: 3, output: 15 } with your US dollars per million tokens under agents.${facts["agent"]} in reeve.yaml, then \`reeve run\``,
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
    if (!facts["subject"]) return `it needs what ${facts["task"]} provides, so ${facts["task"]} goes first: ${message}`;
    return `it needs ${facts["subject"]}, which ${facts["task"]} provides: ${failure}; so ${facts["task"]} goes first`;
  },
  upstream_wrong: ({ facts, failure }) =>
    `${facts["dependant"]} needs ${facts["subject"]} from it and found it missing or wrong: ${failure}`,
  fix_root_cause: ({ facts }) =>
    facts["seen"] !== undefined && facts["tasks"] === 1
      ? `it fails for a reason that ${facts["seen"]} met before: ${`${facts["cause"]}`.replace(/\.$/, "")}; ${facts["fix"]} fixes that first`
      : `it is one of ${facts["tasks"]} tasks that fail for the same reason: ${`${facts["cause"]}`.replace(/\.$/, "")}; ${facts["fix"]} fixes that first`,
  maybe_common_cause: ({ facts }) =>
    `its failure and the one of ${facts["other"]} may have the same cause: both name ${facts["thing"]}`,
  common_cause: ({ facts }) =>
    `it is one of ${facts["tasks"]} tasks that fail for the same reason: ${`${facts["cause"]}`.replace(/\.$/, "")}`,
  advised: ({ facts }) => `the ${facts["role"]} says: ${facts["reason"]}`,
  advice_failed: ({ facts, message }) =>
    `the ${facts["role"]} gave no usable answer (${message}); Reeve continues without it`,
  replan: ({ facts }) => `plan change ${facts["replan"]} ${facts["summary"]}`,
  replan_unfit: ({ message }) => `the planner's change of the plan is not possible: ${message}`,
  not_ready: ({ message }) => `Reeve looked before the start: ${message}`,
  account_limit: ({ facts, message }) => `the usage limit of ${facts["agent"] ?? "its agent"} is reached: ${message}`,
  after_limit: ({ facts }) =>
    `the usage limit of ${facts["agent"]} has reset, and its tasks start one at a time (every ${facts["seconds"]} s)`,
  unreachable: ({ facts }) =>
    facts["machine"] === undefined
      ? `${facts["endpoint"]} cannot be reached (${facts["detail"]}), which does not count against it`
      : `${facts["detail"]}, which does not count against it`,
  unreachable_too_often: ({ facts }) =>
    `${facts["endpoint"]} could not be reached in ${facts["count"]} of its attempts (${facts["detail"]}); check the address, the network and any proxy`,
  spinning: ({ facts }) =>
    `it called ${facts["tool"]} ${facts["times"]} times ${facts["alike"] === "same" ? "with the same input" : "with nearly the same input"} without producing anything new; it is going in circles`,
  stuck: ({ facts }) =>
    `${STUCK_WORDS[`${facts["by"]}`] ?? "nothing came of it"} for ${durationOf(Number(facts["seconds"]) * 1_000)} (limit: ${durationOf(Number(facts["limit_s"]) * 1_000)})`,
  growth_limit: ({ facts }) =>
    `the run has grown as far as it may without your word (${facts["used"]} of ${facts["limit"]}${GROWTH_OF[`${facts["of"]}`] ?? ""})`,
  same_failures: ({ facts }) =>
    `${facts["count"]} of the last ${facts["of"]} decisions about tasks were about the same class of failure (${facts["class"]}): more tasks would probably end the same way`,
  too_fast: ({ facts }) => `${facts["used"]} were spent in the last five minutes, more than ${facts["limit"]} a minute`,
  braked: ({ facts }) => `a person pulled the brake${facts["reason"] === "" ? "" : `: ${facts["reason"]}`}`,
  release_failed: ({ facts }) => `${facts["task"]}, the first task after the brake was released, failed`,
  host_low: ({ facts }) => `this machine has little ${facts["what"]} left (${facts["left"]})`,
  rule_broken: ({ facts }) => `it broke the rule ${facts["broken"]} (${facts["what"]})`,
  violation: ({ facts }) => `a rule was broken that halts the run (${`${facts["rule"]}`.replaceAll("_", " ")})`,
  too_many_failed: ({ facts }) =>
    `${facts["failed"]} of ${facts["total"]} tasks failed, more than ${facts["percent"]} %: something is probably wrong with all of them`,
};

const STUCK_WORDS: Readonly<Record<string, string>> = {
  stopped: "a process of it was held by a signal",
  empty_steps: "its model gave no token any more and nothing new came",
  busy: "it was computing, but nothing new came of it",
  tool: "it was waiting for a tool that did nothing",
  repeats: "it said the same again and again and did nothing else",
  silence: "it said nothing, did nothing and was waiting for nothing that is known",
};

const GROWTH_OF: Readonly<Record<string, string>> = { tasks: " tasks", agents: " agents" };

function counted(n: unknown, noun: string): string {
  return `${n} ${noun}${n === 1 ? "" : "s"}`;
}

function allowedText(restarts: unknown): string {
  return restarts === 0 ? "no restart is" : `only ${counted(restarts, "restart")} ${restarts === 1 ? "is" : "are"}`;
}

const CUT_WORDS: Readonly<Record<string, string>> = {
  budget: "it was using too much",
  wrong: "its changes are wrong",
  spinning: "it was going in circles",
  path: "it was on the wrong path",
};

const HANDOVER_ADVICE: Readonly<Record<string, string>> = {
  only_explored: "make a change early, and read no more than it needs",
  context_cut: "what was left out can be read in the workspace",
  files_owned_by_others: "those tasks go first",
  spec_gap: "only a person can close that gap",
};
