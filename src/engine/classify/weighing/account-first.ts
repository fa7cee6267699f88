/**
 * Signs of an account come first, whatever tool prints them: payment, then authorisation, then quota and rate. Says which sign counts
 * before the likeliest class, if any does. It weighs nothing else.
 */
import type { FailureClass } from "../../../domain/proof/failure.ts";
import { STRENGTHS } from "../rule.ts";
import type { Ranked } from "./score.ts";

/** Payment before authorisation before quota and rate; a full disk, which no waiting empties, before the rate too. */
const ACCOUNT: readonly FailureClass[] = ["billing", "budget", "auth", "disk_full", "rate_limit"];
/** Weaker signs of an account may be the tool's own words. */
export const ACCOUNT_SCORE_MIN = 70;
/** Free quotas of a provider are told in words of money, so money must be told as plainly as the rate; a refused login need not. */
const AS_PLAIN: Partial<Readonly<Record<FailureClass, number>>> = { billing: 8, budget: 8, auth: 24 };
/** A test, a model or a linter may speak of money without having any. */
const NEVER_FOR_ACCOUNT: ReadonlySet<FailureClass> = new Set(["test_failure", "refusal_or_blocked", "lint_failure"]);

export function accountOf(best: ReadonlyMap<FailureClass, Ranked>, first: FailureClass): Ranked | undefined {
  if (NEVER_FOR_ACCOUNT.has(first)) return undefined;
  for (const of of ACCOUNT) {
    const found = best.get(of);
    if (found === undefined || found.score < ACCOUNT_SCORE_MIN) continue;
    // What is too long for a rate is too long: no waiting makes it shorter.
    if (of === first || (of === "rate_limit" && first === "context_overflow")) return undefined;
    const plainer = best.get(first);
    if (found.hit.rule.yieldsTo?.includes(first) && (plainer?.score ?? 0) >= STRENGTHS.certain) continue;
    // Between two signs of accounts the order counts only where both are as plain.
    if (ACCOUNT.includes(first) && found.score < (best.get(first)?.score ?? 0) - (AS_PLAIN[of] ?? 0)) continue;
    return found;
  }
  return undefined;
}
