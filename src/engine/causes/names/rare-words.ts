/**
 * Words of a failure that failures are not told with: names of somebody's own, in whatever sentence they stand. Two
 * failures that share one need not have one cause, but it is worth asking. Words in paths, in frames of a stack and in the command
 * that was run say where something was seen, and do not count.
 */
import { isWordOfFailures } from "../../classify/words/known-words.ts";

export function rareWords(text: string): readonly string[] {
  const words = text
    .replace(COMMAND, " ")
    .split("\n", LINES_MAX)
    .filter((line) => !PLACE.test(line))
    .flatMap((line) => line.slice(0, CHARS_MAX).split(/\s+/))
    .filter((token) => !PATH.test(token))
    .flatMap((token) => token.toLowerCase().split(/[^a-z0-9_]+/))
    .filter(
      (word) => word.length >= LENGTH_MIN && !/^\d|_$/.test(word) && !NO_NAMES.has(word) && !isWordOfFailures(word),
    );
  return [...new Set(words)].slice(0, FOUND_MAX);
}

const LINES_MAX = 60;
const CHARS_MAX = 400;
const LENGTH_MIN = 5;
const FOUND_MAX = 40;

/** As Reeve itself tells of a gate. */
const COMMAND = /`[^`\n]*`(?= (?:ended|timed|was|took|did)\b)/g;
const PLACE = /^\s*(?:\$ |at |File "|-->|#\d+ |goroutine )/;
const PATH = /[/\\]|\.\w{1,5}(?::\d+)*[:,;)]*$/;
/** What is left of "doesn't" and the like. */
const NO_NAMES: ReadonlySet<string> = new Set(["cannot", "couldn", "doesn", "shouldn", "wouldn", "passes"]);
