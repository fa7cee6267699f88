/**
 * The front matter of a Markdown file: found, read as YAML with places in the whole file, and changed key by key. All
 * that is wrong is told with line and column; a key that is set leaves every other byte as it was.
 */
import { isMap, isScalar, type Pair, parseDocument } from "yaml";
import type { Mistake } from "../../config/mistakes/mistake.ts";
import { openSource, type Report } from "../../config/yaml/open-source.ts";
import { linesOf } from "./outline.ts";

export type FrontMatterRead =
  | {
      readonly ok: true;
      readonly value: Readonly<Record<string, unknown>>;
      readonly report: Report;
      readonly body: number;
    }
  /** There is none at all: a stray file, as a rule. */
  | { readonly ok: false; readonly isMissing: boolean; readonly mistakes: readonly Mistake[] };

const LENGTH_MAX = 200_000;

export function readFrontMatter(text: string, file: string): FrontMatterRead {
  const span = spanOf(text);
  if (span === null) return missing(text, file);
  // Blank lines in its place keep lines and columns those of the file.
  const above = text.slice(0, span.start).replace(/[^\n]+/g, "");
  const opened = openSource(`${above}${text.slice(span.start, span.end)}`, file, {
    lengthMax: LENGTH_MAX,
    emptyHint: "write keys like `phase: design` between the two lines of ---",
  });
  const early = span.first === 0 ? [] : [tooLate(text, span.first, file)];
  if (!opened.ok) return { ok: false, isMissing: false, mistakes: [...early, ...opened.mistakes] };
  const { value, report } = opened;
  const checked = report.finish(() => value);
  if (!checked.ok || early.length > 0)
    return { ok: false, isMissing: false, mistakes: [...early, ...(checked.ok ? [] : checked.mistakes)] };
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    const what = "the front matter is not a mapping";
    return {
      ok: false,
      isMissing: false,
      mistakes: [mistakeAt(text, span.start, file, what, "write keys like `phase: design`")],
    };
  }
  return { ok: true, value: value as Readonly<Record<string, unknown>>, report, body: span.body };
}

/** Sets keys of a front matter that can be read; those that are not there yet go to its end. */
export function setFields(text: string, fields: Readonly<Record<string, Field>>): string {
  return Object.entries(fields).reduce((all, [key, value]) => setField(all, key, value), text);
}

export type Field = string | null | readonly string[];

function setField(text: string, key: string, value: Field): string {
  const span = spanOf(text);
  if (span === null) return text;
  const source = text.slice(span.start, span.end);
  const rendered = `${key}: ${render(value)}`;
  const own = Array.isArray(value) ? null : scalarOf(source, key);
  // Its anchor, its tag and the way its key is written stay: others may refer to them.
  if (own !== null)
    return `${text.slice(0, span.start + own.start)}${render(value)}${text.slice(span.start + own.end)}`;
  const pair = pairOf(source, key);
  if (pair === null) {
    const end = source === "" || source.endsWith("\n") ? "" : "\n";
    const eol = source.includes("\r\n") ? "\r\n" : "\n";
    return `${text.slice(0, span.end)}${end}${rendered}${eol}${text.slice(span.end)}`;
  }
  return `${text.slice(0, span.start + pair.start)}${rendered}${text.slice(span.start + pair.end)}`;
}

/** Where a value stands that is one word or text of one line; null: there is none, or it is of another kind. */
function scalarOf(source: string, key: string): { readonly start: number; readonly end: number } | null {
  const value = foundIn(source, key)?.value;
  if (!isScalar(value) || !value.range) return null;
  const [start, end] = value.range;
  return start < end && !/^[|>]|\n/.test(source.slice(start, end)) ? { start, end } : null;
}

function foundIn(source: string, key: string): Pair | undefined {
  const { contents } = parseDocument(source, { uniqueKeys: false, logLevel: "silent" });
  return isMap(contents)
    ? contents.items.find((pair: Pair) => isScalar(pair.key) && pair.key.value === key)
    : undefined;
}

function pairOf(source: string, key: string): { readonly start: number; readonly end: number } | null {
  const found = foundIn(source, key);
  if (!found || !isScalar(found.key) || !found.key.range) return null;
  const start = found.key.range[0];
  const range = (found.value as { readonly range?: readonly number[] | null } | null)?.range;
  const end = range?.[1] ?? source.indexOf(":", found.key.range[1]) + 1;
  // The end of a block may be the beginning of the next line.
  return { start, end: start + source.slice(start, Math.max(end, start)).trimEnd().length };
}

function render(value: Field): string {
  if (value === null) return "null";
  return typeof value === "string" ? scalar(value) : `[${value.map(scalar).join(", ")}]`;
}

/** Plain where nobody could read it as anything else. */
function scalar(value: string): string {
  const isPlain = /^[A-Za-z][\w./-]*$/.test(value) && !/^(?:true|false|null|yes|no|on|off)$/i.test(value);
  return isPlain ? value : `'${value.replace(/[\r\n]+/g, " ").replaceAll("'", "''")}'`;
}

interface Span {
  /** Where the line of the first --- begins. */
  readonly first: number;
  readonly start: number;
  /** Where the line of the closing --- begins. */
  readonly end: number;
  readonly body: number;
}

const LOOKED_AT = 40;

/** Between two lines of ---; tolerated further down only to say so, and only where keys follow. */
function spanOf(text: string): Span | null {
  const from = text.startsWith("\uFEFF") ? 1 : 0;
  let open: { readonly first: number; readonly start: number } | null = null;
  let number = 0;
  for (const { start, end, line } of linesOf(text, from)) {
    number += 1;
    if (line.trimEnd() !== "---") {
      if (open === null && number > LOOKED_AT) return null;
      continue;
    }
    if (open !== null) return { ...open, end: start, body: end };
    if (start !== from && !/^[A-Za-z_][\w-]*:/.test(text.slice(end))) return null;
    open = { first: start === from ? 0 : start, start: end };
  }
  return null;
}

function missing(text: string, file: string): FrontMatterRead {
  const isOpen = /^\uFEFF?---[ \t]*\r?\n/.test(text);
  const what = isOpen ? "the front matter is not closed" : "there is no front matter";
  const hint = isOpen
    ? "end it with a line of ---"
    : "begin the file with a line of ---, keys like `phase: design`, and a line of ---";
  return { ok: false, isMissing: !isOpen, mistakes: [mistakeAt(text, 0, file, what, hint)] };
}

function tooLate(text: string, first: number, file: string): Mistake {
  const what = "there is text before the front matter";
  return mistakeAt(text, first, file, what, "move what stands above it below the closing ---");
}

function mistakeAt(text: string, offset: number, file: string, what: string, hint: string): Mistake {
  const before = text.slice(0, offset);
  const line = before.split("\n").length;
  return { file, line, col: offset - (before.lastIndexOf("\n") + 1) + 1, what, hint, severity: "error" };
}
