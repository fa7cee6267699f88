/** Which defined ids a document cites, which it leaves out, and which it cites that nobody defined. Pure. */
import type { Cited } from "../ids/cited-ids.ts";
import { baseOf, keyOf } from "../ids/id.ts";
import { IdSet } from "../ids/id-set.ts";
import { type Citation, citationsIn } from "./citations.ts";
import { type Definition, definitionsIn } from "./definitions.ts";
import type { Document, Place } from "./document.ts";

export interface Coverage {
  readonly defined: readonly Definition[];
  readonly covered: ReadonlySet<string>;
  readonly missing: readonly Definition[];
  readonly unknown: readonly (Place & { readonly key: string; readonly written: string })[];
  readonly alls: readonly (Place & { readonly written: string })[];
  /** Families of which no id at all is cited. */
  readonly untraced: ReadonlySet<string>;
}

/** Named although no family of theirs is defined: these can mean nothing but a requirement. */
const ALWAYS = new Set(["FR", "NFR", "REQ"]);

export function coverageOf(requirements: Document, by: readonly Document[]): Coverage {
  const defined = definitionsIn(requirements);
  const set = new IdSet(defined.map(({ id }) => id));
  const cited = by.map(citationsIn);
  const repeated = new Set(
    cited.flatMap(({ ids }) => ids.filter(({ isRepeated }) => isRepeated).map(({ cited: one }) => keyOf(one.from))),
  );
  const covered = new Set<string>();
  const unknown = new Map<string, Place & { key: string; written: string }>();
  for (const citation of cited.flatMap(({ ids }) => ids)) {
    if (!isAbout(citation, set)) continue;
    const meant = set.meantBy(citation.cited);
    if (!citation.isRepeated) for (const key of meant.keys) covered.add(key);
    for (const key of meant.unknown) {
      const isNamed = set.hasFamily(citation.cited.from.family) || !repeated.has(key);
      if (isNamed && !unknown.has(key))
        unknown.set(key, { file: citation.file, line: citation.line, key, written: writtenAs(citation.cited, key) });
    }
  }
  coverParents(defined, covered);
  const traced = new Set(defined.filter(({ key }) => covered.has(key)).map(({ id }) => id.family));
  const families = new Set(defined.map(({ id }) => id.family));
  return {
    defined,
    covered,
    missing: defined.filter(({ key }) => !covered.has(key)),
    unknown: [...unknown.values()],
    alls: cited.flatMap(({ alls }) => alls),
    untraced: new Set([...families].filter((family) => !traced.has(family))),
  };
}

/** In a range nobody has written the id itself. */
function writtenAs({ from, to, written }: Cited, key: string): string {
  return keyOf(from) === keyOf(to) ? written : `${written} (${key})`;
}

function isAbout({ cited: { from } }: Citation, set: IdSet): boolean {
  if (set.hasFamily(from.family)) return true;
  const base = baseOf(from);
  return ALWAYS.has(base) && from.family.length <= 12;
}

/** A requirement all of whose criteria are covered is covered. */
function coverParents(defined: readonly Definition[], covered: Set<string>): void {
  for (const { key, id } of defined) {
    const below = defined.filter((each) => each.id.family === id.family && each.key.startsWith(`${key}.`));
    if (below.length > 0 && below.every((each) => covered.has(each.key))) covered.add(key);
  }
}
