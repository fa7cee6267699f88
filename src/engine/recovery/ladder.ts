/**
 * The recovery ladder's lower rungs as one table: failure × what was tried × what else is known → the cheapest step the
 * evidence supports. It only names the step and why; `choose-step` asks it for a task, `take-step` does what it says.
 */
import { type Because, because } from "../../domain/because.ts";
import { never } from "../../domain/bug.ts";

import type { Failure, FailureClass } from "../../domain/proof/failure.ts";
import type { Policies } from "../../domain/spec/config.ts";
import type { TaskId } from "../../domain/spec/plan.ts";
import type { Work } from "../../domain/work/work.ts";
import { uncountedMax } from "../settings.ts";
import type { HandedOver } from "./handed-over.ts";

export type Step =
  /** Same input again: the answer's form was wrong, not the work. `isTold`: that did not help, so it is told what was wrong. */
  | { readonly take: "same_input"; readonly because: Because; readonly isTold?: boolean }
  /** The tree restarts it, with backoff, within its intensity. */
  | { readonly take: "restart"; readonly because: Because }
  /** Nobody of its account starts before the limit resets; costs nothing. Null: nobody said when that is. */
  | { readonly take: "hold_account"; readonly until: number | null; readonly because: Because }
  /** One more try that is told what went wrong. */
  | { readonly take: "retry"; readonly because: Because }
  /** The same with the next higher model tier. */
  | { readonly take: "retry_escalated"; readonly because: Because }
  /** Another task goes first. */
  | { readonly take: "reorder"; readonly first: TaskId; readonly because: Because }
  /** A task that is done made it wrong: that one again, then this one. */
  | { readonly take: "retry_dependency"; readonly upstream: TaskId; readonly because: Because }
  | { readonly take: "escalate"; readonly because: Because };

export interface Tried {
  readonly malformed: number;
  readonly retries: number;
  readonly attempts: number;
  readonly raised: number;
  /** Attempts that cost nothing, since a person last spoke; absent: none. */
  readonly uncounted?: number;
  /** Retries of the whole lineage; absent: its own are all there are. */
  readonly lineage?: number;
}

/** What the state knows beside the failure itself. */
export interface Known {
  /** There is a model tier above the one that failed. */
  readonly canRaise: boolean;
  /** Who makes what is missing; null where nobody is known to. */
  readonly maker: {
    readonly task: TaskId;
    readonly isDone: boolean;
    /** It was waited for already, so what it made was there. Absent: it was. */
    readonly isSeen?: boolean;
  } | null;
  /** How the work was handed over is at fault, not how hard it is; absent or null: nothing tells so. */
  readonly handedOver?: HandedOver | null;
  /** Limits of its account in a row that did not say when they reset; absent: none. */
  readonly limitTries?: number;
  /** How often it failed just so with nothing changed in between, this time included; absent: for the first time. */
  readonly sameTimes?: number;
  /** It gave the very answer that was refused before; absent: another one, or none. */
  readonly isRefusedBefore?: boolean;
  /** Judged again, less was found than before and nothing new; absent: nothing tells so. */
  readonly isConverging?: boolean;
  /** So many attempts of it may cost nothing; absent: as many as of a task. */
  readonly uncountedMax?: number;
}

/** What the lineage has had so far. */
export function triedOf({ attempts, counts: { malformed, retries, attemptsBefore, raised, uncounted } }: Work): Tried {
  return { malformed, retries, attempts: attempts - attemptsBefore, raised, uncounted: uncounted ?? 0 };
}

/** What is tried once more with nothing changed. */
const SAME_MAX = 2;
/** What the world outside changes by itself: waited for somewhat longer. */
const OUTSIDE_MAX = 4;
const OUTSIDE: ReadonlySet<FailureClass> = new Set(["network", "overloaded", "rate_limit"]);

/** With the backoff that is the default, more than seven hours: no limit that lets up within a day's work lasts longer. */
const LIMIT_TRIES_MAX = 20;

/** Too hard or too long for this model, whatever else it says. */
const CAPABILITY: ReadonlySet<FailureClass> = new Set(["timeout", "context_overflow", "max_turns"]);

export function chooseStep(failure: Failure, tried: Tried, known: Known, policies: Policies): Step {
  const step = cheapestStep(failure, tried, known, policies);
  const { lineage = tried.retries } = tried;
  if (!COSTS_RETRY.has(step.take) || lineage < policies.lineageRetries) return step;
  const facts = { class: failure.class, message: failure.message, limit: policies.lineageRetries };
  return { take: "escalate", because: because("retries_used_up", facts, failure.evidence) };
}

const COSTS_RETRY: ReadonlySet<Step["take"]> = new Set(["retry", "retry_escalated", "retry_dependency"]);

function cheapestStep(failure: Failure, tried: Tried, known: Known, policies: Policies): Step {
  const facts = { class: failure.class, message: failure.message };
  const { evidence } = failure;
  if (failure.class === "rate_limit" && policies.holdAccounts) return byLimit(failure, tried, known, policies);
  if (tried.attempts >= policies.attemptsMax) {
    return escalate("attempts_used_up", { ...facts, attempts: tried.attempts });
  }
  if (failure.class === "malformed_output") return sameInput(failure, tried, known, policies);
  const { handedOver } = known;
  const hard = CAPABILITY.has(failure.class);
  if (handedOver && hard) return byHandover(handedOver, failure, tried, policies);
  if (hard && tried.raised > 0) return escalate("retries_used_up", { ...facts, limit: tried.raised });
  if (hard && known.canRaise) return { take: "retry_escalated", because: because("capability", facts, evidence) };
  const { maker } = known;
  if (maker && failure.restart !== "transient") {
    const about = { ...facts, subject: failure.subject ?? "", task: maker.task };
    // What is done by now may not have been there when this one began: it begins anew with it, once.
    if (!maker.isDone || maker.isSeen === false)
      return { take: "reorder", first: maker.task, because: because("needs_task", about, evidence) };
    if (tried.retries === 1)
      return { take: "retry_dependency", upstream: maker.task, because: because("needs_task", about, evidence) };
  }
  if (handedOver && failure.restart === "persistent") return byHandover(handedOver, failure, tried, policies);
  return byRestartKind();

  function byRestartKind(): Step {
    switch (failure.restart) {
      case "transient":
        if (isTriedOut(failure, known)) return escalate("same_failure", { ...facts, times: known.sameTimes ?? 1 });
        return { take: "restart", because: because("transient_failure", facts, evidence) };
      case "persistent":
        if (tried.retries >= retriesMax(failure, policies) && !known.isConverging)
          return escalate("retries_used_up", { ...facts, limit: tried.retries });
        return { take: "retry", because: because("persistent_failure", facts, evidence) };
      case "terminal":
        return escalate("terminal_failure", facts);
      case "unknown":
        return escalate("unknown_failure", facts);
      default:
        return never(failure.restart, "restart kind");
    }
  }

  function escalate(rule: Because["rule"], why: Because["facts"]): Step {
    return { take: "escalate", because: because(rule, why, evidence) };
  }
}

/** Waited for as long as it says, or by the backoff where it does not; not for ever. */
function byLimit(failure: Failure, tried: Tried, known: Known, policies: Policies): Step {
  const { limitTries = 0 } = known;
  const { message, evidence, class: kind, retryAt } = failure;
  const facts = { class: kind, message };
  const { uncounted = 0 } = tried;
  if (uncounted >= (known.uncountedMax ?? uncountedMax(policies)))
    return { take: "escalate", because: because("retries_used_up", { ...facts, limit: uncounted }, evidence) };
  if (retryAt !== undefined || limitTries < LIMIT_TRIES_MAX)
    return { take: "hold_account", until: retryAt ?? null, because: because("account_limit", facts, evidence) };
  return { take: "escalate", because: because("retries_used_up", { ...facts, limit: limitTries }, evidence) };
}

/** However long each attempt took, and whatever its restart window says. */
function isTriedOut({ class: kind }: Failure, { sameTimes = 1 }: Known): boolean {
  return sameTimes >= (OUTSIDE.has(kind) ? OUTSIDE_MAX : SAME_MAX);
}

function sameInput(failure: Failure, tried: Tried, { isRefusedBefore = false }: Known, policies: Policies): Step {
  const { message, evidence, class: kind } = failure;
  const facts = { class: kind, message, limit: policies.malformedRetries };
  const count = tried.malformed + 1;
  if (count > facts.limit) return { take: "escalate", because: because("retries_used_up", facts, evidence) };
  if (!isRefusedBefore)
    return { take: "same_input", because: because("malformed_output", { ...facts, count }, evidence) };
  const told = { ...facts, count, told: "the same answer was refused before" };
  return { take: "same_input", isTold: true, because: because("malformed_output", told, evidence) };
}

/** That something was cut shows only in a retry, so one of them must still be worth it. */
const HANDOVER_RETRIES = 2;

/** A higher tier would be handed the same: the next try is told what was wrong, or waits for whose files these are. */
function byHandover(handed: HandedOver, failure: Failure, tried: Tried, policies: Policies): Step {
  const { cause, because: says, first } = handed;
  const facts = { class: failure.class, message: failure.message };
  const why = because("pipeline_cause", { ...facts, cause, says }, failure.evidence);
  if (cause === "spec_gap") return { take: "escalate", because: why };
  if (first !== null) return { take: "reorder", first, because: { ...why, facts: { ...why.facts, task: first } } };
  if (tried.retries < Math.min(HANDOVER_RETRIES, policies.lineageRetries)) return { take: "retry", because: why };
  const used = because("retries_used_up", { ...facts, limit: tried.retries }, [says, ...failure.evidence]);
  return { take: "escalate", because: used };
}

/** Tests may fail twice and still be worth a try that knows why; everything else once. A lineage has its own end. */
function retriesMax(failure: Failure, policies: Policies): number {
  return Math.min(failure.class === "test_failure" ? 2 : 1, policies.lineageRetries);
}
