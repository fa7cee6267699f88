/**
 * Failures between two bounds: too little in common to be taken for one cause, too much to be sure that they are two.
 * Both name the same rare thing, as something that was read or only as a word, and neither contradicts the other. Rare is what few failures of the run name, what
 * earlier runs of the project did not name again and again, and what is not everywhere. Pure; who is asked is not
 * decided here.
 */
import type { Entity, EntityKind, FailureClass } from "../../../domain/proof/failure.ts";
import { causeOf, isAlone } from "../cause-of.ts";
import { contradict } from "../contradict.ts";
import { type BackgroundKind, isEverywhere } from "../names/background.ts";
import { rareWords } from "../names/rare-words.ts";
import { tellingLine } from "../names/skeleton.ts";
import type { SeenFailure } from "../seen-failure.ts";

export interface MaybeSame<Seen extends SeenFailure> {
  readonly other: Seen;
  /** What both name. */
  readonly thing: Entity;
  /** How many failures name it. */
  readonly named: number;
  /** By what the two are known, in whichever order they come. */
  readonly pair: string;
}

interface Told {
  /** Names that many causes of earlier runs had, so that they tell nothing. */
  readonly common?: ReadonlySet<string>;
  /** Whether a pair was asked about before. */
  readonly isKnown?: (pair: string) => boolean;
}

/** The first pair that nobody was asked about yet; null: there is none. */
export function maybeSame<Seen extends SeenFailure>(
  own: Seen,
  others: readonly Seen[],
  { common = new Set(), isKnown = () => false }: Told = {},
): MaybeSame<Seen> | null {
  if (!COULD_SHARE.has(own.class)) return null;
  const things = thingsOf(own);
  const namesOf = new Map(others.map((each) => [each, new Set(thingsOf(each).map(nameOf))]));
  const most = Math.max(RARE_MIN, Math.floor((others.length + 1) * RARE_SHARE));
  const key = keyOf(own);
  for (const thing of things) {
    const name = nameOf(thing);
    const naming = others.filter((each) => namesOf.get(each)?.has(name));
    if (naming.length === 0 || naming.length + 1 > most || common.has(name)) continue;
    const other = naming.findLast(
      (each) => fits(own, each, name) && keyOf(each) !== key && !isKnown(pairOf(key, keyOf(each))),
    );
    if (other !== undefined) return { other, thing, named: naming.length + 1, pair: pairOf(key, keyOf(other)) };
  }
  return null;
}

/** A thing that every fourth failure names is the air they breathe. */
const RARE_SHARE = 0.25;
const RARE_MIN = 3;

/** What the work itself or its surroundings lack. Accounts, limits and networks are told apart by their own signs. */
const COULD_SHARE: ReadonlySet<FailureClass> = new Set([
  "import_error",
  "dependency_install",
  "type_error",
  "syntax_error",
  "test_failure",
  "schema_mismatch",
  "file_not_found",
  "config_error",
  "gate_failure",
  "unknown",
]);

/** Things that can be the cause of a failure, as the table of what is everywhere knows them; others are where it showed. */
const CAUSES: Partial<Readonly<Record<EntityKind, BackgroundKind>>> = {
  module: "code",
  package: "code",
  symbol: "code",
  table: "data",
  column: "data",
  migration: "data",
  database: "data",
  file: "file",
  program: "program",
  setting: "setting",
  variable: "setting",
};

function thingsOf({ subject, entities = [], text }: SeenFailure): readonly Entity[] {
  const told = entities.length > 0 || subject === undefined ? entities : [{ kind: "module" as const, name: subject }];
  const things = told.filter(({ kind, name }) => {
    const of = CAUSES[kind];
    return of !== undefined && name.length > 2 && !isEverywhere(of, name.toLowerCase());
  });
  // Where nobody could tell what a sentence is about, it may name the thing all the same.
  const words = rareWords(text).filter((word) => !Object.values(CAUSES).some((of) => isEverywhere(of, word)));
  return [...things, ...words.map((name) => ({ kind: "symbol" as const, name }))];
}

/** Two of them are the name of what is asked, which must hold both whole (`advice-limit.ts`). */
const KEY_LENGTH_MAX = 80;

/** Its cause; where nothing is known of that, how it sounds, so that the same failure of another task is the same. */
function keyOf(seen: SeenFailure): string {
  const cause = causeOf(seen);
  const key = isAlone(cause) ? `${seen.class} ${tellingLine(seen.text)?.skeleton ?? cause.line}` : cause.key;
  return key.slice(0, KEY_LENGTH_MAX);
}

function pairOf(one: string, other: string): string {
  return [one, other].sort().join(" + ");
}

/** One name, whatever kind a tool takes it for: a missing package is a missing module. */
function nameOf({ name }: Entity): string {
  return name.toLowerCase();
}

function fits(own: SeenFailure, other: SeenFailure, thing: string): boolean {
  return COULD_SHARE.has(other.class) && other.task !== own.task && !contradict(own, other, thing);
}
