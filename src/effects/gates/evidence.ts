/** Evidence of a gate: few lines, few bytes, harmless for a terminal, free of keys. What was left out is said in it. */
import { displaySafe } from "../../domain/words/display-safe.ts";
import { redact, secretsOf } from "../masking/redact.ts";

export const EVIDENCE_LINES_MAX = 40;
export const EVIDENCE_BYTES_MAX = 4_096;
const LINE_LENGTH_MAX = 400;
/** Of the bound, for the beginning: a compiler's first error is there, a test runner's summary at the end. */
const HEAD_SHARE = 0.25;
const NOTE_BYTES = 64;

/** Beginning and end of what was found. */
export function evidenceOf(lines: readonly string[]): readonly string[] {
  const clean = redact(lines.flatMap(cleanLines), secretsOf({}, process.env)).map(shorten);
  if (fits(clean)) return clean;
  const bytes = EVIDENCE_BYTES_MAX - NOTE_BYTES;
  const head = take(clean, (EVIDENCE_LINES_MAX - 1) * HEAD_SHARE, bytes * HEAD_SHARE);
  const rest = clean.slice(head.length).toReversed();
  const tail = take(rest, EVIDENCE_LINES_MAX - 1 - head.length, bytes - size(head)).toReversed();
  return [...head, `… ${clean.length - head.length - tail.length} lines left out …`, ...tail];
}

/** Printed lines without the empty ones. */
export function linesOf(output: string): readonly string[] {
  return output.split("\n").filter((line) => line.trim() !== "");
}

function cleanLines(line: string): readonly string[] {
  return displaySafe(line)
    .split("\n")
    .map((part) => part.trimEnd());
}

function shorten(line: string): string {
  if (line.length <= LINE_LENGTH_MAX) return line;
  const cut = line.slice(0, LINE_LENGTH_MAX - 1);
  return `${cut.isWellFormed() ? cut : cut.slice(0, -1)}…`;
}

function fits(lines: readonly string[]): boolean {
  return lines.length <= EVIDENCE_LINES_MAX && size(lines) <= EVIDENCE_BYTES_MAX;
}

function size(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + Buffer.byteLength(line) + 1, 0);
}

function take(lines: readonly string[], linesMax: number, bytesMax: number): readonly string[] {
  const taken: string[] = [];
  let bytes = 0;
  for (const line of lines) {
    bytes += Buffer.byteLength(line) + 1;
    if (taken.length >= Math.floor(linesMax) || bytes > bytesMax) break;
    taken.push(line);
  }
  return taken;
}
