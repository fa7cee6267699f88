/**
 * The model on the list that is most like one that is not: of the same family by the words of its name, and nearest by its
 * version. A price read off it is an estimate and is told as one. Where no family fits, nobody is like it.
 */
import { findProvider } from "@pydantic/genai-prices";

/** Null: nothing on the list is of its family. */
export function nearestRelative(called: string): string | null {
  const name = partsOf(called);
  if (name.words.length === 0) return null;
  const own = findProvider({ modelId: called });
  const makers = own ? [own] : MAKERS.flatMap((providerId) => findProvider({ providerId }) ?? []);
  const listed = makers.flatMap(({ models }) => models.map(({ id }) => ({ id, ...partsOf(id) })));
  const same = listed.filter(({ words }) => words.join(" ") === name.words.join(" "));
  // A word more is a variant of the family, where its maker is known; elsewhere it may be anything.
  const relatives = same.length > 0 || !own ? same : largestPart(listed, name.words);
  const away = (each: Listed) => distance(name.numbers, each.numbers);
  const [nearest] = relatives.toSorted((one, other) => away(one) - away(other));
  return nearest?.id ?? null;
}

/** Those whose models agents use under short names. */
const MAKERS = ["anthropic", "openai", "google"] as const;

interface Listed extends Parts {
  readonly id: string;
}

/** Those whose words are all among these, as many as there are. */
function largestPart(listed: readonly Listed[], words: readonly string[]): readonly Listed[] {
  const parts = listed.filter((each) => each.words.length > 0 && each.words.every((word) => words.includes(word)));
  const most = Math.max(0, ...parts.map((each) => each.words.length));
  return parts.filter((each) => each.words.length === most);
}

interface Parts {
  readonly words: readonly string[];
  readonly numbers: readonly number[];
}

/** How new or how final it is, or who made it, which short names leave out; not what it is. */
const NO_FAMILY: ReadonlySet<string> = new Set(["latest", "preview", "exp", "beta", "thinking", "claude", "gemini"]);
/** 20251001, 0613: when it was made, not which version it is. */
const DATE_DIGITS_MIN = 3;

function partsOf(name: string): Parts {
  const parts =
    name
      .toLowerCase()
      .slice(0, NAME_LENGTH_MAX)
      .match(/[a-z]+|\d+/g) ?? [];
  const words = parts.filter((part) => /[a-z]/.test(part) && !NO_FAMILY.has(part));
  const numbers = parts.filter((part) => /^\d/.test(part) && part.length < DATE_DIGITS_MIN).map(Number);
  return { words: [...new Set(words)].toSorted(), numbers };
}

const NAME_LENGTH_MAX = 200;

/** A name without a version means the newest; so does a version that the list has not got to yet. */
const NEWEST = 1_000;

function distance(wanted: readonly number[], [listedMajor = 0, listedMinor = 0]: readonly number[]): number {
  const [major = NEWEST, minor = 0] = wanted;
  const nearMinor = major > listedMajor ? NEWEST : major < listedMajor ? 0 : minor;
  return Math.abs(major - listedMajor) * NEWEST * 2 + Math.abs(nearMinor - listedMinor);
}
