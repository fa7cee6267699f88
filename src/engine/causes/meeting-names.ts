/**
 * Under which names a failure meets others, once its own cause is known: what a rule read, what it is about, what it complains of,
 * what it says word for word. Who meets whom is the index's business.
 */
import { saidAlike } from "./said-alike.ts";
import type { Cause, SeenFailure } from "./seen-failure.ts";
import { complainedNames, sameSubject, sharedNames } from "./shared-name.ts";

/** A rule may read another name than the classifier; who meets under either has the same cause. `ruled`: none is a fact, not a thing. */
export function meetingNames(key: string, ruled: Cause["meets"] | null, seen: SeenFailure): Cause["meets"] {
  const thing = THING.exec(key)?.groups?.["name"];
  // Who names a thing meets by what is said of that thing; the rest of its sentences are everybody's.
  const said = saidAlike(seen).filter((name) => thing === undefined || name.includes(thing));
  const same = [...sameSubject(seen), ...said];
  // A rule that found a fact, not a thing: they meet by that alone, or because they are about one thing.
  if (ruled?.length === 0) return same;
  const shared = sharedNames(seen);
  // Who is about one thing does not speak for another that its lines mention too.
  const complained = shared.length > 0 && !SAYS_LITTLE.test(key) ? [] : complainedNames(seen);
  return [...new Set([...(ruled ?? []), ...shared, ...complained, ...same])];
}

/** Keys that name a thing, and the last word of its name. */
const THING = /^(?:install|module|symbol|file|program|schema):[^|]*\|(?:.* )?(?<name>\S+)$/;
/** Keys of failures of which not much is known: how a line sounds, a rule of a linter. */
const SAYS_LITTLE = /^(?:alone|signature|lint):/;
