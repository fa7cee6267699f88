/**
 * A line of an output → the plain pattern that other lines like it fit: what is quoted, numbered or named after one
 * machine becomes `*`, what it is about becomes `{subject}`. Null where too little is left to know it by.
 */

const LENGTH_MAX = 200;
const WORDS_MIN = 3;
/** Lines that stand under any failure; a pattern of one would catch them all. */
const ANYBODYS =
  /exit(?:ed)?(?: with)? (?:code|status)|^(?:error|fatal|failed|killed)[:.!]*$|command failed|something went wrong|unknown error|traceback \(most recent/i;

/** Of a line with stars of its own, which a pattern takes for anything. */
const LONG_WORDS_MIN = 3;

export function linePattern(line: string, subject: string | undefined): string | null {
  // Whoever printed it does not decide what a rule takes for its subject, nor that it fits everything.
  if (line.includes("{subject}")) return null;
  if (line.includes("*") && (line.match(/\p{L}{4,}/gu) ?? []).length < LONG_WORDS_MIN) return null;
  const named = subject === undefined || subject.length < 2 ? line : line.replaceAll(subject, "{subject}");
  const pattern = named
    .slice(0, LENGTH_MAX)
    .replace(/["'`‘“]([^"'`’”\n]{1,120})["'`’”]/g, (whole, inner: string) =>
      inner.includes("{subject}") ? whole : "*",
    )
    .replace(/https?:\/\/\S+/g, "*")
    .replace(/(?<![\w{])[\w@.~-]*[\\/][\w@./\\~-]+/g, "*")
    .replace(/\b[0-9a-f]{7,}\b|(?<![\w{])[\w.:@-]*\d[\w.:-]*/gi, "*")
    .replace(/\{subject\}.*\{subject\}/, "{subject}*")
    // What stood beside it stays as it stood: the pattern must fit the line it was made of.
    .replace(/\*(?:\s*\*)+/g, "*")
    .replace(/^[\s*:,.-]+|[\s*:,.-]+$/g, "");
  const words = pattern.replace(/\*|\{subject\}/g, " ").match(/[\p{L}_]{2,}/gu) ?? [];
  return words.length < WORDS_MIN || ANYBODYS.test(pattern) ? null : pattern;
}
