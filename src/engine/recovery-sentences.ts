/** Because → half a sentence, for the rules of causes, holds, advice and money. Part of `sentences`. */
import type { Because, Rule } from "../domain/because.ts";
import { never } from "../domain/bug.ts";

export type RecoveryRule = Extract<
  Rule,
  | "pipeline_cause"
  | "too_costly"
  | "capability"
  | "needs_task"
  | "upstream_wrong"
  | "fix_root_cause"
  | "advised"
  | "advice_failed"
  | "replan"
  | "replan_unfit"
  | "account_limit"
  | "after_limit"
  | "spinning"
  | "too_many_failed"
>;

export function recoverySentence(rule: RecoveryRule, facts: Because["facts"]): string {
  const message = `${facts["message"] ?? "it failed"}`.replace(/\.$/, "");
  const failure = `${message} (${facts["class"] ?? "unknown"})`;
  switch (rule) {
    case "pipeline_cause":
      return `the earlier attempt failed: ${failure}; that is no matter of how hard the work is: ${`${facts["says"]}`.replace(/\.$/, "")}; ${HANDOVER_ADVICE[`${facts["cause"]}`] ?? "the next try knows that"}`;
    case "too_costly":
      return `it failed: ${failure}; one more try would cost about ${facts["expected"]}, and of the ${facts["whose"]}'s budget ${facts["left"]} is left`;
    case "capability":
      return `it is too much for the model it had: ${failure}; the next attempt gets the next higher tier`;
    case "needs_task":
      if (facts["class"] === "refusal_or_blocked")
        return `its agent says what it lacks: ${message}; ${facts["task"]} makes that, so ${facts["task"]} goes first`;
      return `it needs ${facts["subject"]}, which ${facts["task"]} makes: ${failure}; so ${facts["task"]} goes first`;
    case "upstream_wrong":
      return `${facts["dependant"]} needs ${facts["subject"]} from it and did not find it as it should be: ${failure}`;
    case "fix_root_cause":
      return `it is one of ${facts["tasks"]} tasks that fail by one cause: ${`${facts["cause"]}`.replace(/\.$/, "")}; ${facts["fix"]} fixes that first`;
    case "advised":
      return `the ${facts["role"]} says: ${facts["reason"]}`;
    case "advice_failed":
      return `the ${facts["role"]} gave no usable answer (${message}); it goes on without`;
    case "replan":
      return `the plan is changed (${facts["replan"]}): it ${facts["summary"]}`;
    case "replan_unfit":
      return `what the planner wants changed of the plan cannot be: ${message}`;
    case "account_limit":
      return `the usage limit of ${facts["agent"] ?? "its agent"} is reached: ${message}`;
    case "after_limit":
      return `the usage limit of ${facts["agent"]} has reset, and its tasks start one after another (every ${facts["seconds"]} s)`;
    case "spinning":
      return `it called ${facts["tool"]} ${facts["times"]} times ${facts["alike"] === "same" ? "with the same input" : "with nearly the same input"} and made nothing new between; it goes in circles`;
    case "too_many_failed":
      return `${facts["failed"]} of ${facts["total"]} tasks failed, more than ${facts["percent"]} %: something is wrong with all of them`;
    default:
      return never(rule, "rule");
  }
}

const HANDOVER_ADVICE: Readonly<Record<string, string>> = {
  only_explored: "change something early, and read no more than that needs",
  context_cut: "what was left out can be read in the workspace",
  files_owned_by_others: "those tasks go first",
  spec_gap: "only a person can close it",
};
