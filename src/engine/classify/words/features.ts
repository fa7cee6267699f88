/**
 * What of an output counts as a sign, whoever printed it: its words and pairs of words, the statuses and codes in it, the
 * signal that ended it. What it exited with is left to rules: few codes mean the same twice. Names, numbers and folders
 * are left out; they say what it is about, not what happened.
 */
import type { Line } from "../lines.ts";
import { signsIn } from "./concepts.ts";

export interface Ending {
  readonly tool?: string | null | undefined;
  readonly signal?: string | null | undefined;
}

const LINES_MAX = 160;
const WORDS_PER_LINE = 60;
/** A concept counts as much as so many words. */
const CONCEPT_WEIGHT = 1;
/** Who printed it tells something only beside what it printed: of a program that says next to nothing, nothing is known. */
const SIGNS_ENOUGH = 12;
const KIND_WEIGHT: Readonly<Record<Line["kind"], number>> = { plain: 1, quoted: 0.25, warning: 0.5, notice: 0.5 };

/** Sign → how strongly it is there; the whole has length 1. */
export function featuresOf(lines: readonly Line[], ending: Ending): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (const line of telling(lines)) addSigns(line, found);
  const own = found.size;
  const { tool, signal } = ending;
  if (signal) add(found, `signal ${signal}`, 1);
  if (own > 0 && tool) add(found, `tool ${tool.toLowerCase()}`, Math.min(1, own / SIGNS_ENOUGH));
  return scaled(found);
}

/** The signs of one line alone, not scaled. */
export function signsOf(line: Line): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  addSigns(line, found);
  return found;
}

function add(found: Map<string, number>, sign: string, weight: number): void {
  found.set(sign, (found.get(sign) ?? 0) + weight);
}

function addSigns(line: Line, found: Map<string, number>): void {
  const weight = KIND_WEIGHT[line.kind];
  for (const code of codesIn(line.text)) add(found, code, weight * 2);
  if (line.kind !== "quoted") for (const sign of signsIn(line.text)) add(found, sign, weight * CONCEPT_WEIGHT);
  const words = wordsIn(line.text);
  for (const [at, word] of words.entries()) {
    add(found, word, weight);
    const next = words[at + 1];
    if (next !== undefined) add(found, `${word} ${next}`, weight);
  }
}

function telling(lines: readonly Line[]): readonly Line[] {
  if (lines.length <= LINES_MAX) return lines;
  return [...lines.slice(0, LINES_MAX / 4), ...lines.slice((-LINES_MAX * 3) / 4)];
}

const WORD = /[A-Za-z]{2,24}|n't\b/g;

/** Words as people know them: `ConnectionRefusedError` and `connection_refused` are the same ones. */
function wordsIn(text: string): readonly string[] {
  const plain = text
    .replace(/https?:\/\/\S+/g, " ")
    // A name between quotes, a file, something with an underscore in small letters: what it is about, not what happened.
    .replace(/["'`‘“«][\w@$./:+-]{1,80}["'`’”»]/g, " ")
    .replace(/\b[\w-]+\.[a-z]{1,5}\b(?!\.)/g, " ")
    .replace(/(?<![\w.])[\w@.-]*[\\/][\w@./\\-]+/g, " ")
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .replace(/can['’]?t\b|cannot/g, "can not")
    .replace(/n['’]t\b/g, " not");
  return (plain.match(WORD) ?? []).slice(0, WORDS_PER_LINE);
}

const CODES: readonly (readonly [RegExp, (found: string) => string])[] = [
  [/\bE[A-Z]{3,14}\b/g, (found) => `errno ${found}`],
  [/\bTS(\d)\d{3,4}\b/g, (found) => `code ${found.slice(0, 4)}`],
  [/\bE0\d{3}\b/g, (found) => `code ${found}`],
  [/\b[A-Z]{1,4}\d{3,5}\b/g, (found) => `code ${found.replace(/\d+$/, "")}`],
  [/(?<![\d.:])[45]\d\d(?![\d.:])/g, (found) => `status ${found}`],
  [/\bSIG[A-Z]{2,6}\b/g, (found) => `signal ${found}`],
  [/^\S+[.]\w{1,5}[:(]\d+[:,]?\d*\)?:? /g, () => "form diagnostic"],
  [/^\s*File "[^"]+", line \d+/g, () => "form trace"],
  [/^at \S+ ?\(/g, () => "form trace"],
  [/^\s*["']?\w+["']?: ["'{[\d]/g, () => "form fields"],
];

function codesIn(text: string): readonly string[] {
  return CODES.flatMap(([pattern, name]) => (text.match(pattern) ?? []).slice(0, 4).map(name));
}

/** Said twice is not twice as true; a long output does not say more than a short one. */
function scaled(found: ReadonlyMap<string, number>): ReadonlyMap<string, number> {
  const damped = [...found].map(([sign, weight]) => [sign, weight >= 1 ? 1 + Math.log(weight) : weight] as const);
  const length = Math.sqrt(damped.reduce((sum, [, weight]) => sum + weight * weight, 0)) || 1;
  return new Map(damped.map(([sign, weight]) => [sign, weight / length]));
}
