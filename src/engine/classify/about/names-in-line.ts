/**
 * The names that one line holds, between quotes or bare, with how each stands there: what it looks like, the words before
 * and behind it, the marks around it, and whether it is the one closest to a complaint. Which of them matters is not
 * decided here.
 */
import { complaintsIn } from "../words/complaints.ts";
import { composedIn } from "./composed-names.ts";
import { looksLikeName, shapeOf } from "./name-shape.ts";

export interface Seen {
  readonly from: number;
  readonly to: number;
  readonly raw: string;
  readonly shape: string;
  readonly signs: readonly string[];
}

const QUOTED = /(?<![\w"'`])["'`‘“«]([^"'`’”»\n]{1,120}?)["'`’”»](?!\w)/g;
const TOKEN = /[^\s"'`‘’“”«»(),;<>{}[\]|=]+/gu;

export function namesIn(text: string): readonly Seen[] {
  const names = [...found(text)];
  const nearest = nearestOf(names, text);
  return names.map((each) => ({ ...each, signs: [...each.signs, ...(nearest.get(each) ?? [])] }));
}

function* found(text: string): Generator<Seen> {
  const marked = MARKED.exec(text)?.groups?.["name"];
  if (marked !== undefined) {
    const from = text.indexOf(marked);
    yield seen(marked, text, from, from + marked.length, "marked");
  }
  for (const match of text.matchAll(QUOTED)) {
    const raw = match[1] ?? "";
    if (raw.trim() !== "" && !FRAME.test(text.slice(0, match.index)) && !isKey(text, match))
      yield seen(raw, text, match.index, match.index + match[0].length, "quoted");
  }
  for (const { raw, from, to, how } of composedIn(text)) yield seen(raw, text, from, to, how);
  for (const match of text.matchAll(TOKEN)) {
    // One dot before a name is part of it: `.env`.
    const raw = match[0].replace(/[.,:!?…]+$/, "").replace(/^(?:\.{2,}(?=\w)|\.{3}\/|:+(?=\w))/, "");
    // Half of a folder of Windows, and the dots of a progress line, are no names.
    if (raw.length < 2 || !/\p{L}|\d/u.test(raw) || /^Files\\|\.{4}/.test(raw)) continue;
    const end = match.index + match[0].length;
    if (looksLikeName(raw) || isTold(text, match.index, end)) yield seen(raw, text, match.index, end, "bare");
  }
}

function seen(raw: string, text: string, from: number, to: number, how: string): Seen {
  const shape = shapeOf(raw);
  const before = wordsBefore(text, from);
  const behind = wordsBehind(text, to);
  const mark = text.slice(0, from).trimEnd().at(-1) ?? "^";
  const signs = [
    how,
    `shape ${shape}`,
    `${how} ${shape}`,
    `< ${before[0] ?? "^"}`,
    `<< ${before.slice(0, 2).toReversed().join(" ")}`,
    `> ${behind[0] ?? "$"}`,
    `>> ${behind.slice(0, 2).join(" ")}`,
    `mark ${/\w/.test(mark) ? "w" : mark}`,
    `next ${text.slice(to).trimStart().slice(0, 1).replace(/\w/, "w") || "$"}`,
    ...(from === 0 ? ["begins"] : []),
    ...(to >= text.length ? ["ends"] : []),
    ...(LABEL.test(text.slice(0, from)) && to >= text.length - 1 ? ["labelled"] : []),
    ...(isPlace(raw, text, to, how) ? ["place"] : []),
    ...(before.some((word) => LOCATED.has(word)) ? ["located"] : []),
  ];
  return { raw, shape, signs, from, to };
}

/** A line that begins with the mark of a failure and goes on with a name of several words: that of a test, mostly. */
const MARKED =
  /^\s*(?:[✖✗✕×⨯✘●❌]|not ok \d+ -?|(?:--- )?FAIL(?:ED|URE)?[:!]?|\d+\) (?!error)|[-─═━]{2,} (?:Failure|Error) \([^)]{1,120}\):?|Error in)\s+["'“]?(?<name>[^\s"'“”][^"“”\n]{3,160}?)["'”]?(?:\s+\(?\d+(?:[.,]\d+)? ?m?s\)?|\s*[-─═━]{2,}|\s*\.{3,}|:)?\s*$/u;

const WORDS_AROUND = 80;

function wordsBefore(text: string, from: number): readonly string[] {
  return (
    text
      .slice(Math.max(0, from - WORDS_AROUND), from)
      .toLowerCase()
      .match(/[\p{L}']+|\d+/gu) ?? []
  )
    .slice(-4)
    .toReversed()
    .map(plain);
}

function wordsBehind(text: string, to: number): readonly string[] {
  return (
    text
      .slice(to, to + WORDS_AROUND)
      .toLowerCase()
      .match(/[\p{L}']+|\d+/gu) ?? []
  )
    .slice(0, 3)
    .map(plain);
}

function plain(word: string): string {
  return /^\d/.test(word) ? "#" : word;
}

/** Of each side of a complaint the name that stands closest to it. */
function nearestOf(names: readonly Seen[], text: string): ReadonlyMap<Seen, readonly string[]> {
  const found = new Map<Seen, string[]>();
  for (const { from, to } of complaintsIn(text)) {
    const before = names.filter((each) => each.to <= from).toSorted((a, b) => b.to - a.to)[0];
    const behind = names.filter((each) => each.from >= to).toSorted((a, b) => a.from - b.from)[0];
    if (before)
      found.set(before, [...(found.get(before) ?? []), `complaint > ${step(from - before.to)}`, "complaint >"]);
    if (behind)
      found.set(behind, [...(found.get(behind) ?? []), `complaint < ${step(behind.from - to)}`, "complaint <"]);
  }
  return found;
}

function step(distance: number): string {
  return distance <= 3 ? "close" : distance <= 25 ? "near" : "far";
}

/** A line that only says what something is: `path: /srv/a.csv`. */
const LABEL = /^\W{0,4}[A-Za-z][\w -]{1,24}: ?["'`]?$/;

/** What stands before the name of a function that was being run. */
const FRAME = /:\d+:in $|\bthread $/;

/** The name of a field in JSON says what its value is, and is nobody's name: `"status": 401`. */
function isKey(text: string, { 0: whole, index }: RegExpExecArray): boolean {
  return /^\s*:/.test(text.slice(index + whole.length)) && /(?:^|[{,])\s*$/.test(text.slice(0, index));
}

/** Words behind which, or before which, even a plain word is a name. */
const BEFORE =
  /(?:[:>]| -|\b(?:module|package|command|program|table|column|relation|function|method|variable|class|type|branch|file|user|role|host|model|provider|plugin|gem|crate|library|named|called|task|target|option|key|for|find|import|open|resolve|test|scenario|bean|database|schema|service|container|project|version|port|formula|pod|dependency|symbol|value|identifier|constant|reference|of|to|on|in|no|requires?|needs)) ?$/i;
const BEHIND =
  /^ ?(?::|is|was|not|does|has|could|cannot|can't|command|undefined|failed|missing|already|required)\b|^ ?: /i;

function isTold(text: string, from: number, to: number): boolean {
  return BEFORE.test(text.slice(Math.max(0, from - 14), from)) || BEHIND.test(text.slice(to, to + 14));
}

/** Behind these words stands where something is, not what it is. */
const LOCATED: ReadonlySet<string> = new Set(["in", "from", "at"]);

function isPlace(raw: string, text: string, to: number, how: string): boolean {
  return /^[:(]\d/.test(text.slice(to - (how === "bare" ? 1 : 0))) || /:\d+(?::\d+)?$/.test(raw);
}
