/**
 * Private keys between lines of dashes, also where one of the two lines is missing because a text was cut there, and where
 * line ends are written as escapes. What only speaks of such a key, without one, hides nothing but the line itself.
 */
import type { Span } from "./span.ts";

export const KEY_MARKER = /-----(BEGIN|END) (?:[A-Z0-9]+ ){0,4}PRIVATE KEY(?: BLOCK)?-----/g;
const BLOCK_LENGTH_MAX = 32_768;
/** What stands before a line of a key in a diff, a quotation, a numbered listing, a string. */
const LINE_OF_KEY =
  /^[\s+>|\d:"'`,-]*(?:[A-Za-z0-9+/]{16,}={0,2}|(?:Proc-Type|DEK-Info|Comment|Version): .{1,100})?[\s"'`,;\\]*(?:\\n)?$/;

export function isLineOfKey(line: string): boolean {
  return line.length <= LINE_LENGTH_MAX && LINE_OF_KEY.test(line);
}

export function keyBlocksIn(text: string): readonly Span[] {
  if (!text.includes("PRIVATE KEY")) return [];
  const markers = [...text.matchAll(KEY_MARKER)].map((match) => ({
    isBegin: match[1] === "BEGIN",
    from: match.index,
    to: match.index + match[0].length,
  }));
  const spans: Span[] = [];
  let done = 0;
  for (const [index, marker] of markers.entries()) {
    if (marker.from < done) continue;
    const next = markers[index + 1];
    const isWhole = marker.isBegin && next !== undefined && !next.isBegin && next.from - marker.to <= BLOCK_LENGTH_MAX;
    const from = marker.isBegin ? marker.from : firstLine(text, marker.from, done);
    const to = isWhole ? next.to : marker.isBegin ? lastLine(text, marker.to, next?.from ?? text.length) : marker.to;
    // A line that is only spoken of is no key.
    const isEmpty = to - from - (marker.to - marker.from) - (isWhole ? next.to - next.from : 0) < KEY_LENGTH_MIN;
    spans.push({ from, to, kind: "private-key", ...(isEmpty && { isWeak: true }) });
    done = to;
  }
  return spans;
}

const KEY_LENGTH_MIN = 24;

/** Where the lines of a key begin that end before `end`. */
function firstLine(text: string, end: number, floor: number): number {
  let from = end;
  const bound = Math.max(floor, end - BLOCK_LENGTH_MAX);
  while (from > bound) {
    const start = text.lastIndexOf("\n", from - 2) + 1;
    if (start < bound || start >= from || !isLineOfKey(text.slice(start, from - 1))) break;
    from = start;
  }
  return from;
}

/** Where the lines of a key end that begin after `begin`. */
function lastLine(text: string, begin: number, ceiling: number): number {
  let to = begin;
  const bound = Math.min(ceiling, begin + BLOCK_LENGTH_MAX);
  for (let start = begin; start < bound; ) {
    const newline = text.indexOf("\n", start);
    const end = newline < 0 ? text.length : newline;
    const line = text.slice(start, end);
    if (end > bound || !isLineOfKey(line)) break;
    // Empty lines after it are not part of it.
    if (/[A-Za-z0-9+/]{16}/.test(line)) to = end;
    start = end + 1;
  }
  return to;
}

const LINE_LENGTH_MAX = 4_096;
