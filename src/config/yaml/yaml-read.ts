/**
 * YAML text → one document with places, or the reasons why it is none. Hostile text ends early: size, control
 * characters, nesting and the number of syntax errors are bounded before anything is built from it. What the content
 * means is decided elsewhere.
 */
import { Composer, type Document, Lexer, LineCounter, type ParsedNode, Parser } from "yaml";
import { type Mistake, quote, sortMistakes } from "../mistakes/mistake.ts";
import type { Place } from "./yaml-place.ts";
import { syntaxMistake, type YamlError } from "./yaml-syntax.ts";

export interface YamlDocument {
  readonly root: ParsedNode;
  /** Offset in the text → line and column, both from 1. */
  readonly placeOf: (offset: number) => Place;
}

export interface ReadLimits {
  readonly lengthMax: number;
  /** What to write into an empty file. */
  readonly emptyHint: string;
}

export type YamlRead =
  | { readonly ok: true; readonly document: YamlDocument; readonly mistakes: readonly Mistake[] }
  | { readonly ok: false; readonly mistakes: readonly Mistake[] };

const DEPTH_MAX = 100;
const SYNTAX_ERRORS_MAX = 20;
/** Twice what ten thousand rich tasks take. Each costs some hundred bytes while it is read. */
const LEXEMES_MAX = 2_500_000;

export function readYaml(source: string, file: string, limits: ReadLimits): YamlRead {
  const text = source.startsWith("\uFEFF") ? source.slice(1) : source;
  const mistake = (place: Place, what: string, hint: string): YamlRead => {
    return { ok: false, mistakes: [{ file, ...place, what, hint, severity: "error" }] };
  };
  if (text.length > limits.lengthMax) {
    const what = `the file has ${text.length} characters, at most ${limits.lengthMax} are read`;
    return mistake({ line: 1, col: 1 }, what, "split it, or check that this is the right file");
  }
  const control = firstControlCharacter(text);
  if (control !== undefined) {
    const what = `the file contains the control character ${quote(text.charAt(control))}`;
    return mistake(placeIn(text, control), what, "check that this is a text file; inside quotes write it as an escape");
  }
  const lines = new LineCounter();
  const placeOf = (offset: number): Place => {
    const { line, col } = lines.linePos(offset);
    return { line: Math.max(1, line), col: Math.max(1, col) };
  };
  const { document, errors } = compose(text, lines);
  const mistakes = sortMistakes(errors.map((error) => syntaxMistake(error, { file, ...placeOf(error.offset) })));
  if (errors.some((error) => !HARMLESS.has(error.code))) return { ok: false, mistakes };
  const root = document?.contents;
  if (!root || (text.slice(root.range[0], root.range[1]).trim() === "" && !root.anchor)) {
    if (mistakes.length > 0) return { ok: false, mistakes };
    return mistake({ line: 1, col: 1 }, "the file is empty", limits.emptyHint);
  }
  return { ok: true, document: { root, placeOf }, mistakes };
}

/** Wrong, but the rest of the file still reads as it was meant, so it is worth checking too. */
const HARMLESS = new Set(["TAG_RESOLVE_FAILED", "MULTIPLE_DOCS"]);

interface Composed {
  readonly document?: Document.Parsed;
  readonly errors: readonly YamlError[];
}

/** Thrown and caught in this file alone: there are enough errors, the rest need not be looked for. */
class EnoughError extends Error {}

function compose(text: string, lines: LineCounter): Composed {
  const errors: YamlError[] = [];
  const note = (code: string, message: string, offset: number): void => {
    if (errors.length >= SYNTAX_ERRORS_MAX) throw new EnoughError();
    errors.push({ code, message, offset });
  };
  const composer = new Composer({
    prettyErrors: false,
    // Told by yaml-plain.ts instead, which does it in linear time.
    uniqueKeys: false,
    schema: "core",
    merge: false,
    resolveKnownTags: false,
    logLevel: "silent",
  });
  // Composer's own list has no bound, and a megabyte of brackets makes a million entries.
  Object.assign(composer, {
    onError: (source: ErrorSource, code: string, message: string) => note(code, message, offsetOf(source)),
  });
  try {
    let document: Document.Parsed | undefined;
    const parser = new Parser(lines.addNewLine);
    lines.addNewLine(0);
    for (const next of documents(text, parser, composer, note)) {
      for (const error of next.errors) note(error.code, error.message, error.pos[0]);
      if (document) {
        note("MULTIPLE_DOCS", "a second YAML document begins here", next.range[0]);
        break;
      }
      document = next;
    }
    return document ? { document, errors } : { errors };
  } catch (error) {
    if (error instanceof EnoughError) return { errors };
    throw error;
  }
}

function* documents(
  text: string,
  parser: Parser,
  composer: Composer,
  note: (code: string, message: string, offset: number) => void,
): Generator<Document.Parsed> {
  let lexemes = 0;
  for (const lexeme of new Lexer().lex(text)) {
    lexemes += 1;
    if (lexemes > LEXEMES_MAX) {
      note("TOO_LONG", `more than ${LEXEMES_MAX} words and signs`, parser.offset);
      return;
    }
    for (const token of parser.next(lexeme)) {
      if (token.type === "error") note("UNEXPECTED_TOKEN", token.message, token.offset);
      else yield* composer.next(token);
    }
    // Composing recurses; the parser before it does not.
    if (parser.stack.length > DEPTH_MAX) {
      note("TOO_DEEP", `nested more than ${DEPTH_MAX} levels deep`, parser.offset);
      return;
    }
  }
  for (const token of parser.end()) {
    if (token.type === "error") note("UNEXPECTED_TOKEN", token.message, token.offset);
    else yield* composer.next(token);
  }
  yield* composer.end();
}

type ErrorSource = number | readonly number[] | { readonly offset: number };

function offsetOf(source: ErrorSource): number {
  if (typeof source === "number") return source;
  return "offset" in source ? source.offset : (source[0] ?? 0);
}

/** YAML allows none but tab and line ends; a raw one means the file is not text. */
function firstControlCharacter(text: string): number | undefined {
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if ((code < 0x20 && code !== 0x09 && code !== 0x0a && code !== 0x0d) || code === 0x7f) return at;
  }
  return undefined;
}

function placeIn(text: string, offset: number): Place {
  const before = text.slice(0, offset);
  const newline = before.lastIndexOf("\n");
  return { line: before.split("\n").length, col: offset - newline };
}
