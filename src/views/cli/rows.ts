/**
 * Lines for a person, broken between words where a terminal would break them within one. What follows hangs below what its line
 * begins with. A word that is wider than the terminal stays whole, so that it can be copied.
 */
import { widthOf } from "../words.ts";

export function rowsOf(text: string, columns: number): string {
  return text
    .split("\n")
    .flatMap((line) => (widthOf(line) <= columns ? [line] : broken(line, columns)))
    .join("\n");
}

function broken(line: string, columns: number): string[] {
  const indent = " ".repeat(hangOf(line, columns));
  const first = /^ */.exec(line)?.[0] ?? "";
  const rows: string[] = [];
  let row = first;
  let isEmpty = true;
  for (const word of line.slice(first.length).split(" ")) {
    const longer = isEmpty ? `${row}${word}` : `${row} ${word}`;
    if (isEmpty || widthOf(longer) <= columns) {
      row = longer;
      isEmpty = isEmpty && word === "";
      continue;
    }
    rows.push(row.trimEnd());
    row = `${indent}${word}`;
    isEmpty = word === "";
  }
  return [...rows, row.trimEnd()];
}

/** A mark, a time, a name: what a line begins with, and what its text stands beside. */
const BEGINNING = /^ *(?:\| |[-*·] |\d+\. |(?:\S+ ){0,3}\S+ {2,}(?=\S))/;
/** So much of a row is left to what is hung. */
const SHARE = 0.4;

function hangOf(line: string, columns: number): number {
  const begins = widthOf(BEGINNING.exec(line)?.[0] ?? "");
  const indent = /^ */.exec(line)?.[0].length ?? 0;
  return begins > 0 && begins <= columns * SHARE ? begins : Math.min(indent + 2, Math.floor(columns * SHARE));
}
