/**
 * The last look before something is said to pass by itself: where any plain line speaks of a credential or of money that
 * is missing, refused, expired or used up, waiting for the network, a server or a time-out may be in vain, whatever else
 * was read. Such an answer keeps its class and loses its restart, so that a person is asked. It never makes anything pass.
 */
import type { FailureClass } from "../../../domain/proof/failure.ts";
import type { Line } from "../lines.ts";
import { signsIn } from "../words/concepts.ts";
import type { Weighed } from "./weigh.ts";

/** Classes that pass by themselves and that a refused login or an unpaid bill can look like. */
const LOOKED_LIKE: ReadonlySet<FailureClass> = new Set(["network", "timeout", "overloaded", "crash"]);
const OF_ACCOUNT = /^is:(?:unpaid|denied|expired|absent|invalid|exhausted|refused) (?:money|credential)$/;

/** A quota that must be bought has no time at which it is there again. */
const BOUGHT = /\b(?:purchase|buy|top up|add (?:more )?credits?|payment method)\b/;
const COMES_BACK =
  /\b(?:429|per (?:second|minute|min|hour|day|month)|resets?|try again|retry|rate.?limit\w*|daily|free)\b/;

/** Those of a parser and of a model are no credentials. */
const OTHER_TOKENS =
  /(?:unexpected|expected|invalid|illegal|output|input|prompt|max\w*|\d) (?:\w+ )?tokens?\b|\btokens? (?:per|in|limit|<|['"`])/gi;

const LINES_MAX = 200;

export function unlessPersonNeeded(weighed: Weighed, lines: readonly Line[]): Weighed {
  if (weighed.restart !== "transient" || weighed.best?.hit.rule.strength === "user") return weighed;
  const plain = lines.slice(-LINES_MAX).filter(({ kind }) => kind === "plain");
  const because = LOOKED_LIKE.has(weighed.class) ? ofAccount(plain) : weighed.class === "rate_limit" && ofPurse(plain);
  if (!because) return weighed;
  return {
    ...weighed,
    restart: "unknown",
    because: [...weighed.because, "it may be an account, so nobody waits for it"],
  };
}

function ofAccount(plain: readonly Line[]): boolean {
  return plain.some(({ text }) => signsIn(text.replace(OTHER_TOKENS, " ")).some((sign) => OF_ACCOUNT.test(sign)));
}

function ofPurse(plain: readonly Line[]): boolean {
  return plain.some(({ lower }) => BOUGHT.test(lower)) && !plain.some(({ lower }) => COMES_BACK.test(lower));
}
