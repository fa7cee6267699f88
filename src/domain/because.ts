/**
 * The evidence a decision carries. Data, not prose: `views/narrate` turns it into a sentence, so that the CLI, the
 * journal and the web say the same thing in the same words.
 */

export const RULES = [
  "plan_order", // its dependencies are done and a slot is free
  "transient_failure", // the tree restarts it
  "malformed_output", // same input again
  "persistent_failure", // one more try with changed context
  "terminal_failure", // a person first
  "unknown_failure", // conservative: a person
  "retries_used_up", // the ladder has no rung left below a person
  "attempts_used_up", // too many attempts in one lineage
  "not_converging", // round after round something is found, and it does not become less
  "same_failure", // it failed so before, and nothing was changed since
  "intensity_exceeded", // its supervisor gave up
  "group_restart", // a sibling of its gang fell
  "blocked", // the agent said so
  "asked", // its agent asks while it works
  "host_lost", // host or keeper vanished; costs nothing
  "lost_too_often", // its keeper vanished again and again: something ends it
  "time_limit", // the attempt took too long
  "budget_exceeded", // money or tokens
  "person", // somebody said so
  "aborted", // a person ended a checkpoint and what depends on it: the run does not come to its end
  "cut", // a person ended the attempt, for one of four reasons
  "no_price", // a budget in dollars cannot be kept: nobody knows what its model costs
  "upstream_ended", // a task it depends on will never be done
  "pipeline_cause", // how the work was handed over, not how hard it is
  "too_costly", // one more try would exceed what is left of a budget
  "capability", // too hard or too long for this model: the next tier
  "needs_task", // what it misses is made by another task
  "upstream_wrong", // what it misses should have been made by a task it builds on
  "fix_root_cause", // others fail by the same cause: one fix for all of them
  "maybe_common_cause", // another's failure may have the same cause: somebody who thinks is asked once
  "common_cause", // others fail by the same, and it is asked who could make what they miss
  "advised", // an advisor said so
  "advice_failed", // the advisor itself failed; it goes on without
  "replan", // the plan is changed, or is to be
  "replan_unfit", // what the planner wants cannot be
  "not_ready", // what its agent or its gates need is missing on this machine
  "account_limit", // the usage limit of its agent
  "after_limit", // it has reset, and tasks start one after another
  "unreachable", // what it needs on the network cannot be reached; costs nothing
  "unreachable_too_often", // that again and again
  "spinning", // the same call again and again
  "stuck", // no sign of life, or none that leads anywhere
  "growth_limit", // as much was added to the run as may be without a person's word
  "too_many_failed", // the brake
  "same_failures", // the brake: the latest decisions were about one class of failure
  "too_fast", // the brake: more dollars a minute than may be
  "braked", // a person pulled the brake
  "release_failed", // the first task after the brake was released failed
  "host_low", // the brake: disk or memory is nearly used up
  "violation", // the brake: a rule was broken that halts the run
  "rule_broken", // an agent did what a rule of reeve.yaml forbids
  "evicted", // the merge queue sent it back
  "job_failed", // Reeve could not do its own part
  "integration_red", // the integrated whole fails its gates
  "incoherent", // branches do not go together
  "run_stopped", // the run was stopped while it worked
  "all_done", // nothing is left to do
] as const;
export type Rule = (typeof RULES)[number];

export interface Because {
  readonly rule: Rule;
  /** Numbers and names the sentence needs; small. */
  readonly facts: Readonly<Record<string, string | number>>;
  /** Lines read from the world; bounded. */
  readonly evidence: readonly string[];
}

export function because(rule: Rule, facts: Because["facts"] = {}, evidence: readonly string[] = []): Because {
  return { rule, facts, evidence };
}
