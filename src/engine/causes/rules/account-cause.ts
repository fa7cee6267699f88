/**
 * Causes that lie with a service or an account rather than in anybody's work: limits, overload, logins, bills, hosts that
 * do not answer. Read from the class and from whose service it is; no text of an error is needed.
 */
import type { FailureClass } from "../../../domain/proof/failure.ts";
import type { SeenFailure } from "../seen-failure.ts";
import type { CauseRule, Found } from "./cause-rule.ts";
import { hostOf, providerOf } from "./provider.ts";

type Read = (seen: SeenFailure) => Found | null;

/** The classes for which the account or host is the whole cause. */
export const ACCOUNT_CAUSES: Partial<Readonly<Record<FailureClass, Read>>> = {
  rate_limit: (seen) => limit(seen),
  overloaded: (seen) => overload(seen),
  billing: (seen) => ofProvider(seen, "bill", "account", (who) => `the balance at ${who} is used up`),
  auth: (seen) => login(seen),
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
  const account = /\borg-(?!x+\b)[a-z0-9]{6,}/i.exec(seen.text)?.[0].toLowerCase();
  const rate = `${loose} rate`;
  if (account === undefined) return { ...found, name: rate, looser: [loose], says };
  return { ...found, name: `${rate} ${account}`, looser: [rate, loose], says };
}

function ofProvider(seen: SeenFailure, what: string, kind: Found["kind"], says: (who: string) => string): Found | null {
  const who = providerOf(seen);
  return who === null ? null : { name: `${what} ${who}`, kind, says: says(who), everywhere: true };
}

function overload(seen: SeenFailure): Found | null {
  const who = providerOf(seen);
  if (who !== null && who === hostOf(seen.text)) return unreachable(seen);
  return ofProvider(seen, "overloaded", "outage", (name) => `${name} is overloaded`);
}

/** The wrong key, the expired login and the missing permission are told apart where the text does it. */
function login(seen: SeenFailure): Found | null {
  const user = /(?:authentication failed|access denied) for user ["'](\w+)/i.exec(seen.text)?.[1];
  if (user !== undefined)
    return { name: `login database ${user}`, kind: "account", says: `the database does not let ${user} in` };
  const host =
    /(?:access|for|Username for|Password for|login to) ["']?https?:\/\/([\w.-]+)|@([\w.-]+): Permission denied/i.exec(
      seen.text,
    );
  const who = host?.[1] ?? host?.[2] ?? providerOf(seen);
  if (who === null || who === undefined) return null;
  const loose = `login ${who.toLowerCase()}`;
  const how = wayIn(seen.text);
  const found = { kind: "account" as const, says: `${who} does not accept the login`, everywhere: true };
  if (how === null) return { ...found, name: loose };
  // Who is forbidden is logged in: that is no looser way to say that the login was refused.
  return { ...found, name: `${loose} ${how}`, looser: how === "forbidden" ? [] : [loose] };
}

/** Who was not recognised was not forbidden anything. */
const NOT_LET_IN =
  /\b401\b|(?:password|token|credentials?)\b[^\n]{0,60}(?:incorrect|invalid|wrong|expired)|(?:incorrect|invalid|wrong|expired) (?:\w+ )?(?:password|token|credentials?)/i;

function wayIn(text: string): string | null {
  const scope = /missing scopes?:? ["']?([\w.:/-]+)/i.exec(text)?.[1];
  if (scope !== undefined) return `scope ${scope.replace(/[.:]$/, "")}`;
  if (
    /\b403\b|forbidden|not have access|access ?denied|not authori[sz]ed to perform/i.test(text) &&
    !NOT_LET_IN.test(text)
  )
    return "forbidden";
  if (
    /oauth|\/login\b|log ?in again|not logged in|session (?:has )?expired|expired ?token|token\b.{0,40}\bexpired/i.test(
      text,
    )
  )
    return "session";
  return /(?:incorrect|invalid|wrong|missing|no) (?:\w+ )?(?:x-)?api[- ]key|invalid_api_key/i.test(text) ? "key" : null;
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

function unreachable(seen: SeenFailure): Found | null {
  const host = hostOf(`connect to ${seen.subject ?? ""}`) ?? hostOf(seen.text);
  const loose = throughOf(seen);
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

function throughOf(seen: SeenFailure): string | null {
  const tool = seen.tool ?? /^(npm|pip|yarn|pnpm|cargo)\b/im.exec(seen.text)?.[1] ?? "";
  const found = DOWNLOADERS.find(([pattern]) => pattern.test(tool));
  if (found) return `via ${found[1] || tool.toLowerCase()}`;
  const vendor = seen.tool === undefined ? null : providerOf({ tool: seen.tool, text: "" });
  return vendor === null ? null : `via ${vendor}`;
}
