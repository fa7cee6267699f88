/**
 * Why somebody is not let in: no key, the wrong one, one that has run out, or a right that is missing. Told apart where the text
 * does it, since another key does not bring a right. Reads the failure alone.
 */
import { isVariable } from "../names/variable-name.ts";
import type { SeenFailure } from "../seen-failure.ts";
import type { Found } from "./cause-rule.ts";
import { providerOf } from "./provider.ts";

/** None for a variable that nobody set: it is one cause, whoever asks for it, and goes by its own name. */
export function login(seen: SeenFailure): Found | null {
  if (isVariable(seen.subject ?? "")) return null;
  return atDatabase(seen.text) ?? atService(seen);
}

/** A user that a database does not let in, or not into one of its parts. */
function atDatabase(text: string): Found | null {
  const user = /(?:authentication failed|access denied) for user ["'](\w+)/i.exec(text)?.[1];
  if (user === undefined) return null;
  const to = /access denied for user [^\n]{1,80} to database ["'](\w+)/i.exec(text)?.[1];
  return to === undefined
    ? { name: `login database ${user}`, kind: "account", says: `the database does not let ${user} in` }
    : { name: `login database ${user} to ${to}`, kind: "account", says: `${user} may not use the database ${to}` };
}

const ASKED =
  /(?:access|for|Username for|Password for|login to) ["']?https?:\/\/([\w.-]+)|@([\w.-]+): Permission denied/i;

function atService(seen: SeenFailure): Found | null {
  const asked = ASKED.exec(seen.text);
  const who = asked?.[1] ?? asked?.[2] ?? providerOf(seen);
  if (who === null || who === undefined) return null;
  const loose = `login ${who.toLowerCase()}`;
  const found = { kind: "account" as const, says: `${who} does not accept the login`, everywhere: true };
  const how = wayIn(seen.text);
  const what = how === "forbidden" || how === null ? forbiddenIn(seen.text) : "";
  if (what !== "")
    return { ...found, name: `${loose} to ${what}`, says: `${who} does not allow ${what.split(" ")[0]}` };
  if (how === null) return { ...found, name: loose };
  const sort = how === "session" ? (SORT_OF_LOGIN.exec(seen.subject ?? "")?.[0].toLowerCase() ?? "") : "";
  if (sort !== "") return { ...found, name: `${loose} ${how} ${sort}`, looser: [`${loose} ${how}`, loose] };
  // Who is forbidden is logged in: that is no looser way to say that the login was refused.
  return { ...found, name: `${loose} ${how}`, looser: OF_ITS_OWN.has(how) ? [] : [loose] };
}

/** One may be logged in by a session of a browser and by a token at once; each has its own end. */
const SORT_OF_LOGIN = /\b(?:sso|oauth|security|access|refresh|session)[ -]?(?:session|token)\b/i;
/** Ways that say more than that a login was refused. */
const OF_ITS_OWN: ReadonlySet<string> = new Set(["forbidden", "unset", "host key"]);

/** What one may not do, and who may not: other rights and other roles are other causes. Nothing where none is told. */
function forbiddenIn(text: string): string {
  const found = [
    /not authori[sz]ed to perform:? ["'`]?([\w-]+:[\w*-]+)/i.exec(text)?.[1],
    /\b(?:PUT|POST|DELETE|PATCH) https?:\/\/[\w.-]+\/([@\w][\w@%./-]{1,120}?)(?=[\s"'<]|$)/.exec(text)?.[1],
    /\barn:aws:(?:sts|iam)::(\d{12}):/.exec(text)?.[1],
    // Closed to all but some, and opened for one at a time.
    /for url:? https:\/\/huggingface\.co\/([\w.-]+\/[\w.-]*\w)\/resolve\//i.exec(text)?.[1],
  ];
  return found
    .filter((each) => each !== undefined)
    .join(" ")
    .toLowerCase();
}

/** A key that nobody gave is another cause than one that is refused. */
const UNSET_KEY =
  /unable to locate credentials|no credentials (?:found|provider)|no key is set|requires setting the [A-Z]|you must specify the [A-Z]|\b[A-Z][A-Z0-9]*_API_KEY\b.{0,60}\b(?:is )?(?:missing|not set|must be set|unset|required|empty)|(?:missing|no) (?:\w+ )?api[- ]key|api[_ ]?key (?:client option )?must be set/i;

/** Who was not recognised was not forbidden anything. */
const NOT_LET_IN =
  /\b401\b|(?:password|token|credentials?)\b[^\n]{0,60}(?:incorrect|invalid|wrong|expired)|(?:incorrect|invalid|wrong|expired) (?:\w+ )?(?:password|token|credentials?)/i;

function wayIn(text: string): string | null {
  if (/host key verification failed|host key is known for/i.test(text)) return "host key";
  const scope = /missing scopes?:? ["']?([\w.:/-]+)/i.exec(text)?.[1];
  if (scope !== undefined) return `scope ${scope.replace(/[.:]$/, "")}`;
  if (
    /\b403\b|forbidden|not have access|access ?denied|not authori[sz]ed to perform/i.test(text) &&
    !NOT_LET_IN.test(text)
  )
    return "forbidden";
  if (UNSET_KEY.test(text)) return "unset";
  if (
    /oauth|\/login\b|log ?in again|not logged in|session (?:has )?expired|expired ?token|token\b.{0,40}\bexpired/i.test(
      text,
    )
  )
    return "session";
  return /(?:incorrect|invalid|wrong|missing|no) (?:\w+ )?(?:x-)?api[- ]key|invalid_api_key|api key not valid/i.test(
    text,
  )
    ? "key"
    : null;
}
