/** The words of a document: how often each stands there, where first, and beside what. Names of several words count as well. Pure. */
import { type Document, type Line, plainOf } from "../documents/document.ts";
import { isStop, stemOf, wordsOf } from "./words.ts";

export interface Word {
  readonly stem: string;
  /** The form that was met first. */
  readonly written: string;
  readonly line: Line;
  readonly count: number;
  /** How often it stands behind a word like "the", which only a noun does. */
  readonly asNoun: number;
  /** Stems within three words. */
  readonly beside: ReadonlySet<string>;
}

export interface Name {
  /** Stems of its words. */
  readonly stems: readonly string[];
  readonly written: string;
  readonly line: Line;
  readonly count: number;
}

export interface Vocabulary {
  readonly document: Document;
  readonly words: ReadonlyMap<string, Word>;
  readonly names: readonly Name[];
}

const WINDOW = 3;

type Growing = { -readonly [K in keyof Word]: Word[K] extends ReadonlySet<infer T> ? Set<T> : Word[K] };

export function vocabularyOf(document: Document): Vocabulary {
  const words = new Map<string, Growing>();
  const names = new Map<string, { stems: readonly string[]; written: string; line: Line; count: number }>();
  for (const line of document.lines) {
    if (line.in !== "text" || /\]\(|https?:/.test(line.text)) continue;
    const prose = plainOf(line.text.replace(/`[^`]*`/g, " "));
    for (const part of prose.split(/[.;:!?()|"]|,\s/u)) takeWords(part, line, words);
    // Headings are written with capitals.
    const found = line.level > 0 ? [] : (plainOf(line.text).match(NAME) ?? []);
    for (const written of found) {
      const stems = wordsOf(written).map(stemOf);
      const key = stems.join(" ");
      const name = names.get(key) ?? { stems, written, line, count: 0 };
      name.count += 1;
      names.set(key, name);
    }
  }
  return { document, words, names: [...names.values()] };
}

/** `Custom_Period_Selector`, `CustomPeriodPicker`. */
const NAME = /\b\p{Lu}\p{L}*(?:_\p{Lu}?\p{L}+)+\b|\b\p{Lu}\p{Ll}+(?:\p{Lu}\p{Ll}+)+\b/gu;
const DETERMINER =
  /^(?:an?|the|each|every|this|that|their|his|her|its|all|any|one|no|another|of|for|by|two|three|many|several|these|those)$/;

function takeWords(part: string, line: Line, words: Map<string, Growing>): void {
  const every = wordsOf(joined(part));
  const all = every.flatMap((word, at) =>
    word.length > 2 && !isStop(word)
      ? [{ word, stem: stemOf(word), isNoun: DETERMINER.test(every[at - 1] ?? "") }]
      : [],
  );
  all.forEach(({ word, stem, isNoun }, at) => {
    const near = all.slice(Math.max(0, at - WINDOW), at + WINDOW + 1).map((other) => other.stem);
    const found = words.get(stem) ?? { stem, written: word, line, count: 0, asNoun: 0, beside: new Set() };
    found.count += 1;
    found.asNoun += isNoun ? 1 : 0;
    for (const other of near) if (other !== stem) found.beside.add(other);
    words.set(stem, found);
  });
}

/** Verbs of two words are one. */
function joined(text: string): string {
  return text.replace(/\b(sign|log|check)(?:s|ed|ging|ing)?[ -](in|out|up)\b/giu, "$1$2");
}
