/** The names that were found so far, each once, with all that speaks for it. What names nothing is never taken in. */
import type { EntityKind } from "../../../domain/proof/failure.ts";
import { isNothing } from "../entities/read-entities.ts";
import type { Candidate } from "./candidates.ts";
import { isNoName } from "./name-shape.ts";

const CANDIDATES_MAX = 120;

/** Parts of a runtime and of git, in which things are only noticed. */
const NOBODYS =
  /^(?:node:)?internal\/|^node:\w|^(?:vm|fs|net|events|module|timers|process)\.js$|^(?:index-pack|fetch-pack|FETCH_HEAD|unpack-objects|responseBody|statusCode|responseHeaders|content-type|keep-alive)$|^_?_\w+__?$/;

export type Found = Map<string, Candidate & { readonly signs: Set<string> }>;

/** What a rule that is certain reads from its own line is a name, whatever it looks like. */
export function addCertain(found: Found, name: string, kind: EntityKind, at: number, signs: readonly string[]): void {
  found.set(name.toLowerCase(), { name, kind, at, signs: new Set(signs) });
}

export function add(
  found: Found,
  name: string | undefined,
  kind: EntityKind,
  at: number,
  signs: readonly string[],
): void {
  if (name === undefined) return;
  const key = name.toLowerCase();
  const known = found.get(key);
  if (known === undefined && (isNothing(name) || isNoName(name) || NOBODYS.test(name))) return;
  if (known !== undefined) for (const sign of signs) known.signs.add(sign);
  else if (found.size < CANDIDATES_MAX) found.set(key, { name, kind, at, signs: new Set(signs) });
}
