/**
 * Sentences by which two failures about which nothing else is named can be known to have one cause: both say the very same,
 * in many words, of something that is wrong. What a sentence names stands in it, so two names are two sentences. Short ones
 * are everybody's ("no such file or directory"), and so are the hints that a tool prints below everything. Knows no class.
 */

import { displaySafe } from "../../../domain/words/display-safe.ts";
import { complaintsIn } from "../../classify/words/complaints.ts";

export function saidSentences(text: string): readonly string[] {
  const told = displaySafe(text)
    .replace(/\\[nrt]/g, "\n")
    .replace(/\\"/g, '"');
  const found = told.split("\n", LINES_MAX).flatMap((line) => (FRAME.test(line) ? [] : clausesOf(line)));
  return [...new Set(found)].slice(0, FOUND_MAX);
}

const LINES_MAX = 120;
const CHARS_MAX = 1200;
const FOUND_MAX = 6;
const WORDS_MIN = 6;
const LENGTH_MAX = 240;

/** Frames of a stack, source, hints. */
const FRAME =
  /^\s*(?:at |.{0,30}\b(?:deprecation)?warn(?:ing)?\b|File "|\d+ ?[|│]|[-+|] |#\d+ |goroutine |(?:npm (?:err!|error) )?(?:hint|note|help|tip)\b)/i;

/** Whole sentences, and what stands behind each colon in them. */
function clausesOf(line: string): readonly string[] {
  const sentences = line.slice(0, CHARS_MAX).split(ENDS);
  return sentences
    .flatMap(endsOf)
    .filter(says)
    .map((clause) =>
      clause
        .toLowerCase()
        .replace(/[^\p{L}\p{N}_./@$'-]+/gu, " ")
        .trim(),
    )
    .filter((clause) => clause.length <= LENGTH_MAX && wordsIn(clause) >= WORDS_MIN);
}

const ENDS_MAX = 6;

/** What stands before a colon is only half a sentence: what it speaks of comes behind. */
function endsOf(sentence: string): readonly string[] {
  const parts = sentence.split(/: | [-–—] /).slice(-ENDS_MAX);
  return parts.map((_, at) => parts.slice(at).join(": "));
}

/** Where a sentence or what it quotes ends. */
const ENDS = /(?<=[\w)\]'"`])[.;!](?=\s|$|["'}])|["“”]|'(?=[,:}])|(?<=[{:,] ?)'/;

function wordsIn(clause: string): number {
  return clause.split(" ").filter((word) => /^\p{L}[\p{L}'.-]+$/u.test(word)).length;
}

function says(clause: string): boolean {
  const lower = clause.toLowerCase();
  return !EVERYBODYS.test(lower) && (complaintsIn(lower).length > 0 || ENDED.test(lower));
}

/** What went wrong without a thing that has a name. */
const ENDED =
  /n['’]t\b|\b(?:not|no|exceed(?:ed|s)?|limit|unable|insufficient|disabled|suspended|terminated|crashed|overloaded|unavailable)\b/;
/** What tools print below every failure of theirs. */
const EVERYBODYS =
  /^\W{0,3}please (?:make sure|check|report|see|try)\b|\b(?:this is (?:probably )?not a problem with|additional logging output|command failed|failed with exit|exit(?:ed)? (?:code|status|with)|make sure (?:that )?you have|for more (?:information|details)|see the|build failed|could not (?:read from remote repository|apply)|no such file or directory|address (?:is )?already in use|(?:incorrect|missing) (?:or missing )?password|saved credentials|did you mean|unexpected error occurred|tests? (?:failed|suite))\b/;
