/**
 * Causes that lie with a service or an account rather than in anybody's work: limits, overload, logins, bills, hosts that
 * do not answer. Read from the class and from whose service it is; no text of an error is needed.
 */
import type { FailureClass } from "../../../domain/proof/failure.ts";
import type { SeenFailure } from "../seen-failure.ts";
import type { CauseRule, Found } from "./cause-rule.ts";
import { login } from "./login-cause.ts";
import { hostOf, providerOf } from "./provider.ts";

type Read = (seen: SeenFailure) => Found | null;

/** The classes for which the account or host is the whole cause. */
export const ACCOUNT_CAUSES: Partial<Readonly<Record<FailureClass, Read>>> = {
  rate_limit: (seen) => limit(seen),
  overloaded: (seen) => overload(seen),
  billing: (seen) => bill(seen),
  auth: login,
  budget: (seen) => budget(seen),
  network: (seen) => unreachable(seen),
  timeout: (seen) => (STREAM.test(seen.text) ? unreachable(seen) : null),
};

/** Connections that failed, under whatever class they come. */
export const NETWORK_RULES: readonly CauseRule[] = [
  {
    family: "network",
    find: /\b(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|ECONNRESET|EHOSTUNREACH)\b|Could not resolve host|[Cc]onnection refused|Temporary failure in name resolution|[Cc]an't (?:reach database|connect to) |no such host/m,
    read: (_, seen) => unreachable(seen),
  },
];

/** A connection that was cut or fell silent, told from work that took too long. */
const STREAM =
  /stream (?:disconnected|setup|ended)|waiting for SSE|connect(?:ion)? (?:error|timed? ?out|timeout)|socket hang up|(?:request|read) timed out|read timeout|ETIMEDOUT/i;

const PLAN = /(?:usage|session|weekly|monthly|daily|\d-hour) limit|hit your limit/i;

/** What a plan allows and what a key may ask per minute are two limits of one company; some texts leave open which. */
function limit(seen: SeenFailure): Found | null {
  const who = providerOf(seen) ?? hostOf(seen.text);
  if (who === null) return null;
  const loose = `limit ${who}`;
  const found = { kind: "outage" as const, everywhere: true };
  if (PLAN.test(seen.text))
    return { ...found, name: `${loose} plan`, looser: [loose], says: `the usage limit at ${who} is reached` };
  const says = `the rate limit at ${who} is reached`;
  if (/your account'?s rate limit/i.test(seen.text)) return { ...found, name: loose, says };
  const account = /\borg[-_](?!x+\b)[a-z0-9]{6,}/i.exec(seen.text)?.[0].toLowerCase();
  const rate = `${loose} rate`;
  // A rate is counted for each model.
  const model = /[Rr]ate limit reached for (?:model )?[`'"]?([\w.:/-]{3,80})/.exec(seen.text)?.[1]?.toLowerCase();
  const whose = [account, /\d/.test(model ?? "") ? model : undefined].filter((each) => each !== undefined);
  const unit = /too many (tokens|requests)/i.exec(seen.text)?.[1]?.toLowerCase();
  if (whose.length === 0 && unit === undefined) return { ...found, name: rate, looser: [loose], says };
  if (whose.length === 0) return { ...found, name: `${rate} ${unit}`, looser: [rate, loose], says };
  return { ...found, name: `${rate} ${whose.join(" ")}`, looser: [rate, loose], says };
}

function ofProvider(seen: SeenFailure, what: string, kind: Found["kind"], says: (who: string) => string): Found | null {
  const who = providerOf(seen);
  return who === null ? null : { name: `${what} ${who}`, kind, says: says(who), everywhere: true };
}

/** An account that is closed is not one that is empty. */
const CLOSED = /account\b.{0,40}\b(?:not active|inactive|deactivated|disabled|suspended)|billing_not_active/i;

/** A limit that its owner set, told as a bill. */
const CAPPED = /billing[_ ]hard[_ ]limit/i;

function bill(seen: SeenFailure): Found | null {
  if (CAPPED.test(seen.text))
    return ofProvider(seen, "capped", "account", (who) => `the limit set at ${who} is reached`);
  return CLOSED.test(seen.text)
    ? ofProvider(seen, "closed", "account", (who) => `the account at ${who} is closed until somebody pays`)
    : ofProvider(seen, "bill", "account", (who) => `the balance at ${who} is used up`);
}

/** A service that fails is not one that has too much to do. */
const BROKEN = /\b500\b.{0,80}internal server error|\bapi_error\b.{0,60}internal server error/is;

const NO_CONNECTION = /too many clients already|remaining connection slots are reserved|too many connections/i;

function overload(seen: SeenFailure): Found | null {
  if (NO_CONNECTION.test(seen.text))
    return { name: "connections", kind: "outage", says: "the database has no connection left", everywhere: true };
  const who = providerOf(seen);
  if (who !== null && who === hostOf(seen.text)) return unreachable(seen);
  if (BROKEN.test(seen.text) && !/overload/i.test(seen.text))
    return ofProvider(seen, "broken", "outage", (name) => `${name} answers with errors of its own`);
  return ofProvider(seen, "overloaded", "outage", (name) => `${name} is overloaded`);
}

function budget(seen: SeenFailure): Found | null {
  const whose = /\b((?:team|user|key|project|org)\s?[=:]\s?[\w-]{3,})/i.exec(seen.text)?.[1];
  if (whose === undefined) return null;
  return {
    name: `budget ${whose.toLowerCase()}`,
    kind: "account",
    says: `the budget of ${whose} is used up`,
    everywhere: true,
  };
}

/** Who downloads for whom, for failures that do not name the host. */
const DOWNLOADERS: readonly (readonly [RegExp, string])[] = [
  [/^(?:npm|npx|yarn|pnpm|bun)$/i, "npm"],
  [/^(?:pip3?|poetry|uv|pipenv)$/i, "pip"],
  [/^(?:cargo|git|go|docker|maven|mvn|gradle|bundler?|composer|apt(?:-get)?|brew)$/i, ""],
];

/** A host that answers, and is not believed: it is reached, and waiting does not help. */
const SEALS: readonly (readonly [RegExp, string])[] = [
  [/certificate (?:has |is )?expired/i, "expired"],
  [/self[- _]signed/i, "self-signed"],
  [
    /unable to (?:get local|verify).{0,20}(?:issuer|certificate)|unknown authority|certificate[_ ]verify[_ ]failed/i,
    "unknown issuer",
  ],
];

function unreachable(seen: SeenFailure): Found | null {
  const host = unresolved(seen) ?? hostOf(`connect to ${seen.subject ?? ""}`) ?? hostOf(seen.text);
  const loose = throughOf(seen);
  const seal = host === null ? undefined : SEALS.find(([words]) => words.test(seen.text))?.[1];
  if (seal !== undefined)
    return {
      name: `certificate ${host} ${seal}`,
      kind: "environment",
      says: `the certificate of ${host} is not accepted (${seal})`,
      everywhere: true,
    };
  if (host !== null) {
    const kind = host.startsWith("localhost") ? "environment" : "outage";
    const looser = loose === null || kind === "environment" ? [] : [loose];
    return { name: `host ${host}`, looser, kind, says: `${host} cannot be reached`, everywhere: true };
  }
  return loose === null
    ? null
    : {
        name: loose,
        kind: "outage",
        says: `what ${loose.replace(/^via /, "")} connects to cannot be reached`,
        everywhere: true,
      };
}

/** A name of this network only, which nobody could resolve: whoever is asked for lies behind it. */
function unresolved({ text }: SeenFailure): string | null {
  const name = /getaddrinfo (?:ENOTFOUND|EAI_AGAIN) ([\w-]+)(?![\w.-])/.exec(text)?.[1]?.toLowerCase();
  return name === undefined || name === "localhost" ? null : name;
}

function throughOf(seen: SeenFailure): string | null {
  const tool = seen.tool ?? /^(npm|pip|yarn|pnpm|cargo)\b/im.exec(seen.text)?.[1] ?? "";
  const found = DOWNLOADERS.find(([pattern]) => pattern.test(tool));
  if (found) return `via ${found[1] || tool.toLowerCase()}`;
  const vendor = seen.tool === undefined ? null : providerOf({ tool: seen.tool, text: "" });
  return vendor === null ? null : `via ${vendor}`;
}
