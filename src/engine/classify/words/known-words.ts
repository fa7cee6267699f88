/** Which words failures are told with, by the table that was learned from labelled outputs: all others are somebody's own names. */
import { WORD_TABLE } from "./word-table.ts";

export function isWordOfFailures(word: string): boolean {
  known ??= new Set(Object.values(WORD_TABLE).flatMap((told) => told.split(/[^a-z]+/)));
  return known.has(word);
}

let known: ReadonlySet<string> | undefined;
