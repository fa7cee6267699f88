/**
 * Proposes where two documents may call one thing by two names: each knows only its own word, and the words stand in the same
 * company. A proposal is a warning and never more: only a glossary knows. Pure and the same on every machine.
 */
import { areNear } from "./near-words.ts";
import type { Name, Vocabulary, Word } from "./vocabulary.ts";

export interface Drift {
  readonly one: Pick<Word, "written" | "line">;
  readonly other: Pick<Word, "written" | "line">;
  readonly why: string;
}

/** Which words are fixed by a glossary, and so are not proposed again. */
export function proposeDrifts(
  a: Vocabulary,
  b: Vocabulary,
  isKnown: (a: string, b: string) => boolean,
): readonly Drift[] {
  const [onlyA, onlyB] = [only(a, b), only(b, a)];
  const near = onlyA.flatMap((one) =>
    onlyB
      .filter((other) => areNear(one.stem, other.stem) && isInCompany(one, other))
      .map((other) => [one, other] as const),
  );
  const [nounsA, nounsB] = [onlyA.filter(isNoun), onlyB.filter(isNoun)];
  const alike = nounsA.flatMap((one) =>
    nounsB.filter((other) => isAlike(one, other, a, b)).map((other) => [one, other] as const),
  );
  const words = [...near, ...alike].filter(([one, other]) => !isKnown(one.written, other.written));
  const told = words.map(([one, other]) => ({ one, other, why: `both stand beside ${quoted(sharedBy(one, other))}` }));
  return [...told, ...namesOf(a, b)];
}

/** Met in one document and never in the other. */
function only({ words }: Vocabulary, other: Vocabulary): readonly Word[] {
  return [...words.values()].filter(({ stem }) => !other.words.has(stem));
}

function sharedBy(one: Word, other: Word): readonly string[] {
  return [...one.beside].filter((stem) => other.beside.has(stem));
}

/** Words of one group need little more: each is used more than in passing, or in much the same company. */
function isInCompany(one: Word, other: Word): boolean {
  const shared = sharedBy(one, other).length;
  return Math.min(one.count, other.count) >= 2 ? shared >= 1 : shared >= 2;
}

const ALIKE_MIN = 0.34;
const SHARED_MIN = 3;
const COUNT_MIN = 3;
const NOUN_MIN = 2;

function isNoun({ count, asNoun }: Word): boolean {
  return count >= COUNT_MIN && asNoun >= NOUN_MIN;
}

/** Only company that both documents keep can be compared. */
function isAlike(one: Word, other: Word, a: Vocabulary, b: Vocabulary): boolean {
  const shared = sharedBy(one, other);
  if (shared.length < SHARED_MIN) return false;
  const all = new Set([...one.beside, ...other.beside].filter((stem) => a.words.has(stem) && b.words.has(stem)));
  return shared.length / all.size >= ALIKE_MIN;
}

function quoted(stems: readonly string[]): string {
  return stems
    .toSorted()
    .slice(0, 3)
    .map((stem) => `"${stem}"`)
    .join(", ");
}

/** Names that differ in one word: `Custom_Period_Selector` and `CustomPeriodPicker`. */
function namesOf(a: Vocabulary, b: Vocabulary): readonly Drift[] {
  const known = (names: readonly Name[]) => new Set(names.map(({ stems }) => stems.join(" ")));
  const [inA, inB] = [known(a.names), known(b.names)];
  const onlyA = a.names.filter(({ stems, count }) => count >= 2 && stems.length >= 3 && !inB.has(stems.join(" ")));
  const onlyB = b.names.filter(({ stems, count }) => count >= 2 && stems.length >= 3 && !inA.has(stems.join(" ")));
  return onlyA.flatMap((one) =>
    onlyB
      .filter(
        (other) =>
          one.stems.length === other.stems.length &&
          one.stems.slice(0, -1).every((stem, at) => stem === other.stems[at]),
      )
      .map((other) => ({ one, other, why: "they differ in their last word only" })),
  );
}
