/**
 * Looks for words that route around a failing check instead of fixing it: skipped tests, relaxed measures, failures that
 * become a category. The phrases are data (`phrases.json`). It knows words, not intentions: what denies, tells of the past or
 * builds a feature of that name is let through. Only a person's `SKIP DIRECTIVE: <test>: why` exempts, and that one test.
 */
import PHRASES from "./phrases.json" with { type: "json" };

export interface Refused {
  readonly id: string;
  /** The words it is about. */
  readonly words: string;
  readonly why: string;
}

export function scanProse(text: string, exempt: readonly string[] = []): readonly Refused[] {
  return clausesOf(text).flatMap((clause) => {
    if (exempt.some((test) => clause.toLowerCase().includes(test.toLowerCase()))) return [];
    const found = COMPILED.find(({ pattern, isAlways }) => {
      const match = pattern.exec(clause);
      return match !== null && (isAlways || !isInnocent(clause, match));
    });
    return found ? [{ id: found.id, words: clause.trim().slice(0, WORDS_LENGTH_MAX), why: found.why }] : [];
  });
}

/** The tests that a person has exempted, each by a line of its own; read from what people wrote only. */
export function skipDirectives(persons: string): readonly string[] {
  return [...persons.matchAll(/^[-*>\s]*SKIP DIRECTIVE:[ \t]*([^:\r\n]+):[ \t]*\S/gm)].map(([, test = ""]) =>
    test.trim(),
  );
}

const WORDS_LENGTH_MAX = 200;
const TEXT_LENGTH_MAX = 200_000;
/** A longer clause is looked at piece by piece; they overlap by more than any phrase is long. */
const CLAUSE_LENGTH_MAX = 1_000;
const OVERLAP = 300;

const COMPILED = PHRASES.phrases.map(({ id, pattern, why, ...more }) => ({
  id,
  why,
  /** Also where it is denied or told of the past. */
  isAlways: "always" in more,
  pattern: new RegExp(filled(pattern), "i"),
}));
const BEFORE = new RegExp(PHRASES.guards.before, "i");
const AFTER = new RegExp(PHRASES.guards.after, "i");

/** Parts may be made of parts. */
function filled(pattern: string): string {
  return pattern.replace(/\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(PHRASES.parts, name) ? filled(PHRASES.parts[name as keyof typeof PHRASES.parts]) : whole,
  );
}

function isInnocent(clause: string, { index, 0: matched }: RegExpExecArray): boolean {
  return BEFORE.test(clause.slice(0, index)) || AFTER.test(clause.slice(index + matched.length));
}

/** Sentences, lines of lists, cells; what stands in code is no prose. */
function clausesOf(text: string): readonly string[] {
  const prose = text.slice(0, TEXT_LENGTH_MAX).replace(/^(```|~~~)[\s\S]*?^\1[^\n]*$/gm, "\n");
  return prose
    .replace(/[’‘]/g, "'")
    .split(/(?<=[.!?;])\s+|\n|\s\|\s|(?:, )?\bbut\b/)
    .map((clause) => clause.replace(/[*`"“”]+/g, "").replace(/\s+/g, " "))
    .flatMap(pieces)
    .filter((clause) => clause.trim() !== "");
}

function pieces(clause: string): readonly string[] {
  if (clause.length <= CLAUSE_LENGTH_MAX) return [clause];
  const step = CLAUSE_LENGTH_MAX - OVERLAP;
  return Array.from({ length: Math.ceil((clause.length - OVERLAP) / step) }, (_, at) =>
    clause.slice(at * step, at * step + CLAUSE_LENGTH_MAX),
  );
}
