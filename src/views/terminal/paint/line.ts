/**
 * A row of a screen: spans of text, each with what it means. A row knows its width and how to be cut, padded and put beside
 * another; it knows no colour and no terminal.
 */
import { clip, clipWords, widthOf, wrap } from "../../words.ts";

/** What a piece of text says about the state of the work; how that looks is decided in `look.ts`. */
export type Tone =
  | "working"
  | "proving"
  | "merging"
  | "done"
  | "waiting"
  | "backoff"
  | "limit"
  | "question"
  | "failed"
  | "braked";

export interface Span {
  readonly text: string;
  readonly tone?: Tone;
  readonly weight?: "bold" | "dim";
}

export type Line = readonly Span[];

export function span(text: string, tone?: Tone, weight?: Span["weight"]): Span {
  return { text, ...(tone && { tone }), ...(weight && { weight }) };
}

export function bold(text: string): Span {
  return span(text, undefined, "bold");
}

export function dim(text: string): Span {
  return span(text, undefined, "dim");
}

export const EMPTY: Line = [];

export function textOf(line: Line): string {
  return line.map(({ text }) => text).join("");
}

export function lineWidth(line: Line): number {
  return line.reduce((sum, { text }) => sum + widthOf(text), 0);
}

/** At most so wide. What is cut ends with `…`, at the end of a word where there is one near. */
export function clipLine(line: Line, width: number): Line {
  if (lineWidth(line) <= width) return line;
  const kept: Span[] = [];
  let left = width;
  for (const each of line) {
    const own = widthOf(each.text);
    if (own < left || (own === left && each === line.at(-1))) {
      kept.push(each);
      left -= own;
      continue;
    }
    const cut = each.text.includes(" ") ? clipWords(each.text, left) : clip(each.text, left);
    if (cut !== "") kept.push({ ...each, text: cut === each.text ? clip(`${cut} `, left) : cut });
    break;
  }
  return kept;
}

/** Exactly so wide. */
function fill(line: Line, width: number): Line {
  const cut = clipLine(line, width);
  const rest = width - lineWidth(cut);
  return rest > 0 ? [...cut, span(" ".repeat(rest))] : cut;
}

/** One on the left, one on the right; where both do not fit, the left one gives way. */
export function spread(left: Line, right: Line, width: number): Line {
  const end = lineWidth(right);
  if (end === 0) return clipLine(left, width);
  // Where nothing limits the width, nothing is lined up.
  if (width === Number.POSITIVE_INFINITY) return [...left, span("  "), ...right];
  if (end + MIN_LEFT > width) return clipLine([...left, span("  "), ...right], width);
  return [...fill(left, width - end - 2), span("  "), ...right];
}

const MIN_LEFT = 12;

/** A text over as many rows as it takes: the first after `first`, the others below where it began. */
export function hanging(first: Line, text: string, width: number, style: Omit<Span, "text"> = {}): Line[] {
  const indent = lineWidth(first);
  const below = [span(" ".repeat(indent))];
  return wrap(text, width - indent - 1).map((row, n) => [...(n === 0 ? first : below), { ...style, text: row }]);
}

/** A column: text that is exactly so wide. */
export function cell(text: string, width: number, tone?: Tone, weight?: Span["weight"]): Span {
  const cut = clip(text, width);
  return span(cut + " ".repeat(Math.max(0, width - widthOf(cut))), tone, weight);
}

/** The same with its text at the right end. */
export function cellRight(text: string, width: number, tone?: Tone, weight?: Span["weight"]): Span {
  const cut = clip(text, width);
  return span(" ".repeat(Math.max(0, width - widthOf(cut))) + cut, tone, weight);
}

/** Two blocks of rows beside each other with a line between them; as tall as the taller one. */
export function beside(left: readonly Line[], right: readonly Line[], width: number): Line[] {
  const height = Math.max(left.length, right.length);
  return Array.from({ length: height }, (_, row) => [
    ...fill(left[row] ?? EMPTY, width),
    dim("│"),
    ...(right[row] ?? EMPTY),
  ]);
}
