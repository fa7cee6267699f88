/**
 * A document of a session as checks read it: its lines in order, each with its place and the headings above it. Shards count as
 * one document. Reads text that it is given; never touches a file.
 */
import { parse } from "yaml";

export const KINDS = ["brief", "requirements", "architecture", "epics", "plan"] as const;
export type Kind = (typeof KINDS)[number];

export interface Place {
  /** As seen from the session. */
  readonly file: string;
  /** Counted from 1. */
  readonly line: number;
}

export interface Line extends Place {
  readonly text: string;
  /** From the outermost to the nearest. A heading stands below itself. */
  readonly headings: readonly string[];
  /** How many # it has, where it is a heading. */
  readonly level: number;
  readonly in: "text" | "fence" | "front";
}

export interface Shard {
  readonly file: string;
  readonly text: string;
  readonly front: Readonly<Record<string, unknown>>;
}

export interface Document {
  readonly kind: Kind;
  readonly shards: readonly Shard[];
  readonly lines: readonly Line[];
}

export function documentOf(kind: Kind, files: readonly { readonly file: string; readonly text: string }[]): Document {
  const shards = files.map(({ file, text }) => ({ file, text, front: frontOf(text) }));
  return { kind, shards, lines: shards.flatMap(({ file, text }) => linesIn(file, text)) };
}

export function isJson({ file }: Pick<Shard, "file">): boolean {
  return /\.json$/i.test(file);
}

const FRONT = /^\uFEFF?---[ \t]*\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)/;

function frontOf(text: string): Readonly<Record<string, unknown>> {
  const [, source] = FRONT.exec(text) ?? [];
  if (source === undefined) return {};
  try {
    const value: unknown = parse(source, { uniqueKeys: false });
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Readonly<Record<string, unknown>>)
      : {};
  } catch {
    // What cannot be read as YAML is still there as lines.
    return {};
  }
}

/** Nobody writes by hand what stands behind it. */
const LENGTH_MAX = 10_000;

const HEADING = /^ {0,3}(#{1,6})[ \t]+(.*?)(?:[ \t]+#+)?[ \t]*$/;
const FENCE = /^ {0,12}(`{3,}|~{3,})(.*)$/;

function linesIn(file: string, text: string): readonly Line[] {
  const front = FRONT.exec(text)?.[0] ?? "";
  const frontLines = front === "" ? 0 : front.split("\n").length - (front.endsWith("\n") ? 1 : 0);
  const outline = new Outline();
  return text.split("\n").map((raw, index): Line => {
    const line = raw.replace(/\r$/, "").slice(0, LENGTH_MAX);
    const place = { file, line: index + 1 };
    if (index < frontLines) return { ...place, text: line, level: 0, headings: [], in: "front" };
    return { ...place, ...outline.take(line) };
  });
}

/** Where in a text one is: in a fence, in a comment, and below which headings. */
class Outline {
  readonly #above: { readonly level: number; readonly title: string }[] = [];
  #fence = "";
  #inComment = false;

  take(line: string): Omit<Line, keyof Place> {
    if (this.#isComment(line)) return this.#line("", 0, "text");
    if (this.#isFence(line)) return this.#line(line, 0, "fence");
    const [, marks = "", title = ""] = HEADING.exec(line) ?? [];
    if (marks !== "") {
      while ((this.#above.at(-1)?.level ?? 0) >= marks.length) this.#above.pop();
      this.#above.push({ level: marks.length, title: plainOf(title) });
    }
    return this.#line(line, marks.length, "text");
  }

  #line(text: string, level: number, where: Line["in"]): Omit<Line, keyof Place> {
    return { text, level, headings: this.#above.map(({ title }) => title), in: where };
  }

  #isComment(line: string): boolean {
    const isOne = this.#inComment || (this.#fence === "" && /^\s*<!--/.test(line));
    if (isOne) this.#inComment = !line.includes("-->");
    return isOne;
  }

  #isFence(line: string): boolean {
    const [, mark = "", info = ""] = FENCE.exec(line) ?? [];
    if (this.#fence !== "") {
      if (mark.startsWith(this.#fence) && info.trim() === "") this.#fence = "";
      return true;
    }
    if (mark === "" || (mark.startsWith("`") && info.includes("`"))) return false;
    this.#fence = mark;
    return true;
  }
}

/** Without emphasis, code marks and links. */
export function plainOf(text: string): string {
  return text
    .replace(/!?\[([^\][]*)\]\([^()]*\)/g, "$1")
    .replace(/[*`~]+|(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}])/gu, "")
    .replace(/\\([\\`*_{}[\]()#+\-.!|])/g, "$1")
    .trim();
}
