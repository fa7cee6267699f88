/** How much a requirement matters, as its line or the headings above it say; a must where nobody says otherwise. Pure. */

export type Priority = "must" | "should" | "later";

const LATER =
  /\b(?:won'?t(?:[ -]have)?|out[ -]of[ -]scope|post[ -]?mvp|future|deferred?|nice[ -]to[ -]have|could(?:[ -]have)|optional|growth|phase [2-9]|v[2-9]\b|vision)\b/iu;
const SHOULD = /\b(?:should(?:[ -]have)|medium)\b/iu;
const SAID =
  /(?:\bpriority|\bprio|\bmoscow|优先级|優先級|優先度)[^\p{L}]{0,8}(?:高|中|低)?[^\p{L}]{0,4}(must|should|could|won'?t|p\d|low|medium|high|critical|nice|optional|later)/iu;
const BRACKETS =
  /[[(]\s*(must|should|could|won'?t|nice|optional|later|p\d|post-?mvp|future|deferred)[\s-]?(?:have)?\s*[\]),;]/iu;
const CELL = /\|\s*\**(must|should|could|won'?t|p\d|low|medium|high)(?:[ -]have)?\**\s*(?:\||$)/iu;

export function priorityOf({ headings }: { readonly headings: readonly string[] }, text: string): Priority {
  const [, said] = SAID.exec(text) ?? BRACKETS.exec(text) ?? CELL.exec(text) ?? [];
  if (said !== undefined) return meaning(said.toLowerCase());
  const near = headings.slice(1);
  if (near.some((title) => LATER.test(title))) return "later";
  return near.some((title) => SHOULD.test(title)) ? "should" : "must";
}

function meaning(word: string): Priority {
  if (/^(?:must|p[01]|high|critical)/.test(word)) return "must";
  return /^(?:should|p2|medium)/.test(word) ? "should" : "later";
}
