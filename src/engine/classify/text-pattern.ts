/**
 * The patterns a user writes in reeve.yaml: plain words, `*` for anything, `{subject}` for what it is about. Not regular
 * expressions, so that no pattern can take longer than the line is long.
 */

const PART = /(\*|\{subject\})/;

/** The subject, an empty text where the pattern names none, or undefined where the line does not fit. */
export function matchText(pattern: string, line: string): string | undefined {
  const lower = line.toLowerCase();
  let from = 0;
  let subjectFrom = -1;
  let subject = "";
  for (const part of pattern.split(PART)) {
    if (part === "" || part === "*") continue;
    if (part === "{subject}") {
      subjectFrom = from;
      continue;
    }
    const at = lower.indexOf(part.toLowerCase(), from);
    if (at < 0) return undefined;
    if (subjectFrom >= 0 && subject === "") subject = line.slice(subjectFrom, at);
    from = at + part.length;
  }
  if (subjectFrom >= 0 && subject === "") subject = line.slice(subjectFrom).split(/\s/, 1)[0] ?? "";
  return subject.trim();
}
