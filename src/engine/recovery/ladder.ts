/**
 * The recovery ladder's lower rungs as one table: failure × what was tried → the cheapest step the evidence supports.
 * It only names the step and why; taking it is the work of `decide-attempt`.
 */
import { type Because, because } from "../../domain/because.ts";
import { never } from "../../domain/bug.ts";
import type { Policies } from "../../domain/config.ts";
import type { Failure } from "../../domain/failure.ts";
import type { Task } from "../../domain/task.ts";

export type Step =
  /** Same input again: the answer's form was wrong, not the work. */
  | { readonly take: "same_input"; readonly because: Because }
  /** The tree restarts it, with backoff, within its intensity. */
  | { readonly take: "restart"; readonly because: Because }
  /** One more try that is told what went wrong. */
  | { readonly take: "retry"; readonly because: Because }
  | { readonly take: "escalate"; readonly because: Because };

export interface Tried {
  readonly malformed: number;
  readonly retries: number;
  readonly attempts: number;
}

/** What the lineage has had so far. */
export function triedOf({ malformed, retries, attempts, attemptsBefore }: Task): Tried {
  return { malformed, retries, attempts: attempts - attemptsBefore };
}

export function chooseStep(failure: Failure, tried: Tried, policies: Policies): Step {
  const facts = { class: failure.class, message: failure.message };
  if (tried.attempts >= policies.attemptsMax) {
    return escalate("attempts_used_up", { ...facts, attempts: tried.attempts });
  }
  if (failure.class === "malformed_output") {
    const limit = policies.malformedRetries;
    if (tried.malformed >= limit) return escalate("retries_used_up", { ...facts, limit });
    const count = tried.malformed + 1;
    return { take: "same_input", because: because("malformed_output", { ...facts, count, limit }, failure.evidence) };
  }
  switch (failure.restart) {
    case "transient":
      return { take: "restart", because: because("transient_failure", facts, failure.evidence) };
    case "persistent":
      if (tried.retries >= retriesMax(failure, policies))
        return escalate("retries_used_up", { ...facts, limit: tried.retries });
      return { take: "retry", because: because("persistent_failure", facts, failure.evidence) };
    case "terminal":
      return escalate("terminal_failure", facts);
    case "unknown":
      return escalate("unknown_failure", facts);
    default:
      return never(failure.restart, "restart kind");
  }

  function escalate(rule: Because["rule"], why: Because["facts"]): Step {
    return { take: "escalate", because: because(rule, why, failure.evidence) };
  }
}

/** Tests may fail twice and still be worth a try that knows why; everything else once. A lineage has its own end. */
function retriesMax(failure: Failure, policies: Policies): number {
  return Math.min(failure.class === "test_failure" ? 2 : 1, policies.lineageRetries);
}
