/**
 * Where headings and their sections stand in a Markdown text, by position, so that one section can be changed without
 * touching a byte of the rest. Headings inside code fences and comments are none; underlined ones are headings too. Reads
 * line by line, once; never changes anything.
 */

export interface Heading {
  /** How many #; underlined with = it is 1, with - it is 2. */
  readonly level: number;
  readonly title: string;
  /** Where its line begins. */
  readonly start: number;
  /** Behind the end of its line. */
  readonly end: number;
}

export interface Section extends Heading {
  /** Where the next heading of this level or above begins, or the text ends. */
  readonly until: number;
}

export function headingsOf(text: string, from = 0): readonly Heading[] {
  return outlineOf(text, from).headings;
}

/** Where a fence or a comment begins that never ends: what follows is none of the outline. Null: all are closed. */
export function unclosedAt(text: string, from = 0): number | null {
  return outlineOf(text, from).open;
}

function outlineOf(
  text: string,
  from: number,
): { readonly headings: readonly Heading[]; readonly open: number | null } {
  const headings: Heading[] = [];
  const paragraph = new Paragraph();
  const open = readProse(text, from === 0 ? behindFrontMatter(text) : from, (each) => {
    const heading = headingAt(each.line);
    const underlined = heading === null ? paragraph.add(each) : paragraph.end();
    if (heading) headings.push({ ...heading, start: each.start, end: each.end });
    else if (underlined) headings.push(underlined);
  });
  return { headings, open };
}

/** Its last line would underline the one before it. */
function behindFrontMatter(text: string): number {
  return /^---[ \t]*\r?\n(?:[^\n]*\n)*?---[ \t]*(?:\r?\n|$)/.exec(text)?.[0].length ?? 0;
}

/** The paragraph that is being read: a line of = or - below it makes it a heading. Lists, quotes and tables have no such headings here. */
class Paragraph {
  #lines: Line[] = [];
  #isOther = false;
  #end = -1;

  add(each: Line): Heading | null {
    const { line, start, end } = each;
    // A fence or a comment stood between them.
    if (start !== this.#end) this.end();
    const first = this.#lines[0];
    if (first !== undefined && UNDERLINE.test(line)) {
      const title = this.#lines.map((said) => said.line.trim()).join(" ");
      this.end();
      return { level: line.trimStart().startsWith("=") ? 1 : 2, title, start: first.start, end };
    }
    if (line.trim() === "" || RULE.test(line)) return this.end();
    this.#isOther ||= OTHER_BLOCK.test(line);
    if (this.#isOther) this.#lines = [];
    else this.#lines.push(each);
    this.#end = end;
    return null;
  }

  end(): null {
    this.#lines = [];
    this.#isOther = false;
    this.#end = -1;
    return null;
  }
}

const UNDERLINE = /^ {0,3}(?:=+|-+)[ \t]*$/;
const RULE = /^ {0,3}(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})$/;
/** What begins like this is no paragraph, nor is what follows it without a blank line. */
const OTHER_BLOCK = /^(?:[ \t>|<]|(?:[-*+]|\d{1,9}[.)])(?:[ \t]|$))/;

/** The lines outside of fences and comments: what the text says, without what it only shows. */
export function proseLines(text: string): readonly string[] {
  const lines: string[] = [];
  readProse(text, 0, ({ line }) => lines.push(line));
  return lines;
}

/** Where a fence or a comment begins that never ends, or null. */
function readProse(text: string, from: number, onLine: (line: Line) => void): number | null {
  let fence: Fence | null = null;
  let inComment = false;
  let begun = 0;
  for (const each of linesOf(text, from)) {
    const { start, line } = each;
    if (fence !== null) fence = closes(line, fence) ? null : fence;
    else if (inComment) inComment = !line.includes("-->");
    else {
      begun = start;
      inComment = opensComment(line);
      fence = inComment ? null : fenceAt(line);
      if (!inComment && fence === null) onLine(each);
    }
  }
  return fence !== null || inComment ? begun : null;
}

/** The first section of that title, whatever its case. */
export function sectionOf(text: string, title: string, from = 0): Section | null {
  const headings = headingsOf(text, from);
  const wanted = title.toLowerCase();
  const at = headings.findIndex((each) => each.title.toLowerCase() === wanted);
  const heading = headings[at];
  if (heading === undefined) return null;
  const next = headings.slice(at + 1).find(({ level }) => level <= heading.level);
  return { ...heading, until: next?.start ?? text.length };
}

interface Line {
  readonly start: number;
  /** Behind its line break. */
  readonly end: number;
  /** Without its line break. */
  readonly line: string;
}

export function* linesOf(text: string, from = 0): Generator<Line> {
  let start = from;
  while (start < text.length) {
    const found = text.indexOf("\n", start);
    const end = found === -1 ? text.length : found + 1;
    const stop = found === -1 ? text.length : found;
    const line = text.slice(start, stop > start && text[stop - 1] === "\r" ? stop - 1 : stop);
    yield { start, end, line };
    start = end;
  }
}

interface Fence {
  readonly mark: string;
  readonly length: number;
}

const FENCE = /^ {0,3}(`{3,}|~{3,})(.*)$/;

function fenceAt(line: string): Fence | null {
  const [, mark = "", info = ""] = FENCE.exec(line) ?? [];
  // Backticks in what follows make it a code span, not a fence.
  if (mark === "" || (mark.startsWith("`") && info.includes("`"))) return null;
  return { mark: mark.charAt(0), length: mark.length };
}

function closes(line: string, { mark, length }: Fence): boolean {
  const [, found = "", rest = ""] = FENCE.exec(line) ?? [];
  return found.startsWith(mark) && found.length >= length && rest.trim() === "";
}

function opensComment(line: string): boolean {
  const at = /^ {0,3}<!--/.test(line) ? line.indexOf("<!--") : -1;
  return at !== -1 && !line.includes("-->", at + 2);
}

const HEADING = /^ {0,3}(#{1,6})(?:[ \t]+(.*?))?[ \t]*$/;

function headingAt(line: string): Pick<Heading, "level" | "title"> | null {
  const found = HEADING.exec(line);
  if (found === null) return null;
  const [, marks = "", title = ""] = found;
  return { level: marks.length, title: title.replace(/(^|[ \t]+)#+$/, "").trim() };
}
