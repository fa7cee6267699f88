/**
 * What is wrong with a file a person wrote, and where. Reading a file never throws for what stands in it: it ends in a
 * value or in all of its mistakes at once. Decides nothing about the content.
 */
import { HIDDEN_SOURCE } from "../../domain/words/display-safe.ts";

export type Severity = "error" | "warning";

export interface Mistake {
  readonly file: string;
  /** Counted from 1, as editors do. */
  readonly line: number;
  readonly col: number;
  /** What is wrong, in words; text taken from the file is quoted and safe to print. */
  readonly what: string;
  /** What to do about it. */
  readonly hint: string;
  readonly severity: Severity;
}

/** The one shape every reader ends in. Mistakes and warnings are sorted by position. */
export type Checked<T> =
  | { readonly ok: true; readonly value: T; readonly warnings: readonly Mistake[] }
  | { readonly ok: false; readonly mistakes: readonly Mistake[]; readonly warnings: readonly Mistake[] };

/** One line for people: `file:line:col what — hint`. */
export function formatMistake({ file, line, col, what, hint }: Mistake): string {
  return `${file}:${line}:${col} ${what} — ${hint}`;
}

/** By position; what an alias repeats is told once. */
export function sortMistakes(mistakes: readonly Mistake[]): Mistake[] {
  const once = new Map(mistakes.map((mistake) => [formatMistake(mistake), mistake]));
  return [...once.values()].sort((a, b) => a.line - b.line || a.col - b.col);
}

const QUOTED_LENGTH_MAX = 60;

/** Text of the file inside one of our sentences: short, and without characters that could act on a terminal. */
export function quote(text: string): string {
  const short = text.length > QUOTED_LENGTH_MAX ? `${text.slice(0, QUOTED_LENGTH_MAX)}…` : text;
  return JSON.stringify(short).replace(HIDDEN, escaped);
}

const HIDDEN = new RegExp(HIDDEN_SOURCE, "gu");

/** Shown as what they are: the file has them, and somebody has to find them. */
function escaped(hidden: string): string {
  return hidden.replaceAll(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
