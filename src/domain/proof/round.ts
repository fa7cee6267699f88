/**
 * Rounds of judgement: what gates, a reviewer or a comparison found in a task's work, one look after the other, and what
 * changed from look to look. Whether that comes to an end is read off here; what is done about it is decided elsewhere.
 */
import { countOf } from "../words/wording.ts";
import type { AttemptId } from "../work/attempt.ts";

/** Who looked. */
export type Judge = "gates" | "review" | "coherence";

export interface RoundFinding {
  /** By which it is known again. */
  readonly key: string;
  readonly text: string;
}

export interface Round {
  readonly attempt: AttemptId;
  readonly by: Judge;
  /** Empty: what this judge had found before is gone. */
  readonly findings: readonly RoundFinding[];
  /** Files the work changed by then; absent where nobody counted. */
  readonly files?: number;
}

/** Against the look before by the same judge: another one looks at other things. */
export interface RoundDelta {
  readonly added: readonly RoundFinding[];
  readonly still: readonly RoundFinding[];
  /** Gone once, and there again. */
  readonly back: readonly RoundFinding[];
  readonly gone: readonly RoundFinding[];
}

export const FINDINGS_MAX = 20;

export function deltaOf(earlier: readonly Round[], by: Judge, findings: readonly RoundFinding[]): RoundDelta {
  const own = earlier.filter((round) => round.by === by);
  const last = own.at(-1)?.findings ?? [];
  const ever = own.flatMap((round) => round.findings);
  const isIn = (list: readonly RoundFinding[], one: RoundFinding) => list.some((each) => isSame(each, one));
  return {
    added: findings.filter((each) => !isIn(ever, each)),
    still: findings.filter((each) => isIn(last, each)),
    back: findings.filter((each) => isIn(ever, each) && !isIn(last, each)),
    gone: last.filter((each) => !isIn(findings, each)),
  };
}

/** A judge who looks for the first time has opened the next stage; after that, fewer must be left, and nothing new. */
export function isConverging(rounds: readonly Round[]): boolean {
  const last = rounds.at(-1);
  if (last === undefined) return true;
  const before = rounds.slice(0, -1);
  const previous = before.findLast((round) => round.by === last.by);
  if (previous === undefined) return true;
  const { added, back } = deltaOf(before, last.by, last.findings);
  return last.findings.length < previous.findings.length && added.length + back.length === 0;
}

const ROUNDS_MAX = 3;

/** So many rounds found something, and the last one shows no end of it. */
export function isEndless(rounds: readonly Round[]): boolean {
  return rounds.filter(({ findings }) => findings.length > 0).length >= ROUNDS_MAX && !isConverging(rounds);
}

/** That the work touches more than in the round before; null: it does not, or nobody counted. */
export function growthOf(earlier: readonly Round[], { files }: Round): string | null {
  const before = earlier.at(-1)?.files;
  if (files === undefined || before === undefined || files <= before) return null;
  return `${countOf(files, "file")} changed, ${before} in the round before`;
}

/** As in "1 new, 2 still there, 1 gone". */
export function deltaText({ added, still, back, gone }: RoundDelta): string {
  const parts = [
    [added.length, "new"],
    [still.length, "still there"],
    [back.length, "back again"],
    [gone.length, "gone"],
  ] as const;
  const told = parts.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`);
  return told.length === 0 ? "nothing found" : told.join(", ");
}

/** The same, finding by finding, for whoever works on it next. */
export function deltaLines({ added, still, back, gone }: RoundDelta): string[] {
  const list = (what: string, findings: readonly RoundFinding[]) => findings.map(({ text }) => `- ${what}: ${text}`);
  return [...list("still there", still), ...list("back again", back), ...list("new", added), ...list("gone", gone)];
}

const TEXT_LENGTH_MAX = 64;
const ROWS_MAX = 15;

/** Findings by round: who found what when, and how much was changed by then. */
export function roundTable(rounds: readonly Round[]): string[] {
  const all: RoundFinding[] = [];
  for (const { findings } of rounds)
    for (const each of findings) if (!all.some((one) => isSame(one, each))) all.push(each);
  const heads = rounds.map(({ by }, at) => `${at + 1} ${by}`);
  const rows = all
    .slice(0, ROWS_MAX)
    .map((each) => [clip(each.text), ...rounds.map((_, at) => cell(rounds, at, each))]);
  const files = rounds.some((round) => round.files !== undefined)
    ? [["files changed", ...rounds.map((round) => `${round.files ?? "·"}`)]]
    : [];
  const lines = aligned([["found in round", ...heads], ...rows, ...files]);
  return all.length > ROWS_MAX ? [...lines, `and ${countOf(all.length - ROWS_MAX, "finding")} more`] : lines;
}

function cell(rounds: readonly Round[], at: number, finding: RoundFinding): string {
  const round = rounds[at];
  if (round === undefined) return "";
  const { added, still, back, gone } = deltaOf(rounds.slice(0, at), round.by, round.findings);
  const words = [
    [added, "new"],
    [still, "again"],
    [back, "back"],
    [gone, "gone"],
  ] as const;
  return words.find(([list]) => list.some((each) => isSame(each, finding)))?.[1] ?? "·";
}

function aligned(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? "").length)));
  return rows.map((row) =>
    row
      .map((text, column) => text.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
}

function clip(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > TEXT_LENGTH_MAX ? `${line.slice(0, TEXT_LENGTH_MAX - 1)}…` : line;
}

/** Reviewers say the same thing in other words: half of the words in common is the same finding. */
const ALIKE_MIN = 0.5;
const WORDS_MIN = 4;

function isSame(one: RoundFinding, other: RoundFinding): boolean {
  if (one.key === other.key) return true;
  if (!one.key.startsWith(SAID) || !other.key.startsWith(SAID)) return false;
  const [mine, theirs] = [wordsOf(one.text), wordsOf(other.text)];
  if (Math.min(mine.size, theirs.size) < WORDS_MIN) return false;
  const common = [...mine].filter((word) => theirs.has(word)).length;
  return common / (mine.size + theirs.size - common) >= ALIKE_MIN;
}

const SAID = "said:";

/** Of somebody who words it: known again by most of its words. */
export function saidFinding(text: string): RoundFinding {
  return { key: `${SAID}${[...wordsOf(text)].join(" ")}`.slice(0, KEY_LENGTH_MAX), text };
}

const KEY_LENGTH_MAX = 300;

function wordsOf(text: string): Set<string> {
  return new Set(
    text
      .toLowerCase()
      .match(/[\p{L}_$][\p{L}\p{N}_$.-]*/gu)
      ?.map((word) => word.replace(/[.-]+$/, "")),
  );
}
