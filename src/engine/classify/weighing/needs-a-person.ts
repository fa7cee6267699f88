/**
 * The last look before something is said to pass by itself: where a plain line near it speaks of a credential or of money that
 * is missing, refused, expired or used up, waiting for the network, a server or a time-out may be in vain, whatever else
 * was read. Such an answer keeps its class and loses its restart, so that a person is asked. It never makes anything pass.
 */
import type { FailureClass } from "../../../domain/proof/failure.ts";
import type { Line } from "../lines.ts";
import { signsIn } from "../words/concepts.ts";
import type { Weighed } from "./weigh.ts";

/** Classes that pass by themselves and that a refused login or an unpaid bill can look like. */
const LOOKED_LIKE: ReadonlySet<FailureClass> = new Set(["network", "timeout", "overloaded", "crash"]);
const OF_ACCOUNT = /^is:(?:(?:denied|expired|absent|exhausted) (?:money|credential)|(?:invalid|refused) credential)$/;
const UNPAID =
  /\b(?:unpaid|past due|overdue)\b|\b(?:error|failure|failed) (?:\w+ )?(?:during|in|at) (?:authentication|login)\b|\bauthentication (?:failed|failure|error)\b/;

/** A lock that cannot be taken because what keeps it is missing or closed is not given back either. */
const GONE = /\bnot found\b|\bdoes(?: not|n't) exist\b|\bno such\b|\b(?:access|permission) denied\b|\bforbidden\b/;

/** A quota that must be bought has no time at which it is there again. */
const BOUGHT = /\b(?:upgrade (?:your|the|to)|purchase|buy|top up|add (?:more )?credits?|payment method)\b/;
const COMES_BACK =
  /\b(?:429|per (?:second|minute|min|hour|day|month)|resets?|try again|retry|rate.?limit\w*|daily|free)\b/;

/** Those of a parser and of a model are no credentials. */
const OTHER_TOKENS =
  /(?:unexpected|expected|invalid|illegal|output|input|prompt|max\w*|\d) (?:\w+ )?tokens?\b|\btokens? (?:per|in|limit|<|['"`])/gi;

/** So many lines around those that told the class; what stands further away may be the work itself. A short output is near as a whole. */
const LINES_NEAR = 3;
const LINES_SHORT = 12;
const LINES_TOLD_MAX = 12;

export function unlessPersonNeeded(weighed: Weighed, lines: readonly Line[], telling: readonly number[]): Weighed {
  if (weighed.restart !== "transient" || weighed.best?.hit.rule.strength === "user") return weighed;
  const told = telling.slice(0, LINES_TOLD_MAX);
  const isShort = lines.length <= LINES_SHORT;
  const plain = lines.filter(
    ({ kind }, at) => kind === "plain" && (isShort || told.some((each) => Math.abs(each - at) <= LINES_NEAR)),
  );
  if (weighed.class === "unknown" && weighed.best === undefined && plain.some(({ lower }) => GONE.test(lower)))
    return { ...weighed, restart: "unknown", because: [...weighed.because, "what it waits for may not be there"] };
  const because = LOOKED_LIKE.has(weighed.class) ? ofAccount(plain) : weighed.class === "rate_limit" && ofPurse(plain);
  if (!because) return weighed;
  return {
    ...weighed,
    restart: "unknown",
    because: [...weighed.because, "it may be an account, so nobody waits for it"],
  };
}

function ofAccount(plain: readonly Line[]): boolean {
  return plain.some(
    ({ text, lower }) =>
      UNPAID.test(lower) || signsIn(text.replace(OTHER_TOKENS, " ")).some((sign) => OF_ACCOUNT.test(sign)),
  );
}

function ofPurse(plain: readonly Line[]): boolean {
  return plain.some(({ lower }) => BOUGHT.test(lower)) && !plain.some(({ lower }) => COMES_BACK.test(lower));
}
