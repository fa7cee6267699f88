/**
 * Which ids a line of text cites: single ones, lists, ranges and `All`. Plain numbers like `1.1` are ids only behind a word that
 * says so (`_Requirements: 1.1, 1.3-1.5_`), because tasks and versions are numbered too. Pure; decides nothing about coverage.
 */
import { type Id, keyOf, PLAIN, PREFIXED, plainId, prefixedId } from "./id.ts";

export interface Cited {
  readonly from: Id;
  /** The last one of a range; else the same. */
  readonly to: Id;
  /** As it was written. */
  readonly written: string;
}

export interface CitedLine {
  readonly ids: readonly Cited[];
  /** `Requirements: All`: says nothing that could be followed. */
  readonly all: string | null;
}

/** Words behind which plain numbers are ids, in the languages specifications are met in. */
const CITING =
  /(?:(?<!\p{L})(?:requirements?|reqs?|validates?|refs?|references?|covers?|covered|satisf(?:y|ies)|traces?(?:\s+to)?|implements|fulfil+s?|criteri(?:a|on)|acs?|requisitos?|exigences?|anforderung(?:en)?|requisiti)(?!\p{L})|要件|要求|需求|요구사항|требовани[еяй])/iu;

const TO = String.raw`\s*(?:-|–|—|‑|…|\.{2,3}|~|to|through|thru|bis|à|until)\s*`;
const PREFIXED_RANGE = new RegExp(
  `${PREFIXED}(?:(?:${TO})(?:((?:[A-Z]{1,8})(?:-[A-Za-z]{1,12})*)-?)?(\\d{1,5}(?:\\.\\d{1,4}){0,3})(?![\\p{L}\\p{N}]|\\.\\d))?`,
  "gu",
);
const PLAIN_RANGE = new RegExp(`${PLAIN}(?:${TO}(\\d{1,3}(?:\\.\\d{1,3}){0,3})(?![\\p{L}\\p{N}]|\\.\\d))?`, "gu");

export function citedIds(line: string): CitedLine {
  const ids = prefixedIn(line);
  const citing = CITING.exec(line);
  if (citing === null) return { ids, all: null };
  // What is an id with letters is no plain number as well.
  const rest = line.slice(citing.index).replace(PREFIXED_RANGE, " ");
  return { ids: [...ids, ...plainIn(rest)], all: allIn(rest) };
}

/** Only letters and numbers: no plain numbers, whatever stands before them. */
function prefixedIn(line: string): readonly Cited[] {
  return [...line.matchAll(PREFIXED_RANGE)].map((match) => {
    const [written, letters = "", numbers = "", suffix, lettersTo, numbersTo] = match;
    const from = prefixedId(letters, numbers, suffix);
    if (numbersTo === undefined) return { from, to: from, written };
    const to = prefixedId(lettersTo ?? letters, numbersTo, undefined);
    return isRange(from, to) ? { from, to, written } : { from, to: from, written };
  });
}

/** `FR12-2024` is an id and a year; a range goes upwards, in one family, and stays small. */
function isRange(from: Id, to: Id): boolean {
  if (from.family !== to.family || from.numbers.length !== to.numbers.length) return false;
  const step = (to.numbers.at(-1) ?? 0) - (from.numbers.at(-1) ?? 0);
  const sameParent =
    keyOf({ ...from, numbers: from.numbers.slice(0, -1) }) ===
    keyOf({ ...to, numbers: to.numbers.slice(0, -1), suffix: from.suffix });
  return sameParent ? step > 0 && step <= SPAN_MAX : (to.numbers[0] ?? 0) > (from.numbers[0] ?? 0);
}

export const SPAN_MAX = 1_000;

/** A number that a word or a letter belongs to (`Python 3.11`, `v1.2`, `§3`) is none. */
const BEFORE =
  /(?:^|[:,;&+([{_*/|–—-]|\b(?:and|und|et|y|e|or|to|requirements?|reqs?|validates?|criteri(?:a|on)|acs?|refs?|covers?|satisf(?:y|ies)|traces?)|要件|要求|需求|요구사항|требовани[еяй]|requisitos?|exigences?|anforderung(?:en)?|、|，|和|と)\s*$/iu;

/** As far back as a word that belongs to a number may begin. */
const WORD_MAX = 40;

function plainIn(text: string): readonly Cited[] {
  return [...text.matchAll(PLAIN_RANGE)].flatMap((match): Cited[] => {
    const [written, first = "", last] = match;
    if (!BEFORE.test(text.slice(Math.max(0, match.index - WORD_MAX), match.index))) return [];
    const from = plainId(first);
    if (last === undefined) return [{ from, to: from, written }];
    const to = plainId(last);
    return [{ from, to: isRange(from, to) ? to : from, written }];
  });
}

/** `All` stands where ids would: right behind the word and its colon. */
const ALL =
  /^\s*(?:\p{L}+\s*)?[*_]*[:：][\s*_(]*(all|alle|todos|todas|tous|toutes|tutti|全て|すべて|全部|所有|모두|все)(?=$|[\s_*.,;)(、。])/iu;

function allIn(text: string): string | null {
  return ALL.exec(text.replace(CITING, ""))?.[1] ?? null;
}
