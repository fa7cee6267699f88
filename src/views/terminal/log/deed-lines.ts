/**
 * A deed of an agent as rows: when, which kind, what, and below it what came of it: the telling lines of a failure, the last
 * of a success, and how many more there are. The same rows in `reeve logs` and on the screen of a log.
 */
import type { Deed, DeedKind } from "../../../domain/words/deed.ts";
import { wrap } from "../../words.ts";
import { cell, dim, type Line, type Span, span, spread, type Tone } from "../paint/line.ts";
import { ageText, clockMinutes } from "../paint/short-times.ts";

export interface DeedView {
  readonly width: number;
  /** All that a tool printed, instead of what tells. */
  readonly isOpen?: boolean;
  readonly now?: number;
}

/** Wide enough for the time and the kind. */
const DEED_INDENT = 13;
const KIND_WIDTH = 7;

export function deedLines(deed: Deed, view: DeedView): Line[] {
  if (deed.kind === "prints" || deed.kind === "complains") return printedLines(deed, view);
  return [...headLines(deed, view), ...outputLines(deed, view)];
}

/** What came of it alone, for whoever has shown the call already. */
export function outcomeLines(deed: Deed, view: DeedView): Line[] {
  const failed: Line[] = deed.ok === false ? [[dim("       │ "), ...endSpans(deed, undefined)]] : [];
  return [...failed, ...outputLines(deed, view)];
}

function outputLines(deed: Deed, { width, isOpen = false }: DeedView): Line[] {
  const { output, ok } = deed;
  if (output.length === 0 || deed.kind === "reads" || deed.kind === "edits") {
    if (ok !== false && !isOpen) return [];
  }
  const shown = isOpen ? output : tellingLines(output, ok === false);
  const more = output.length - shown.length;
  const rows = shown.map((text): Line => [dim("       │ "), span(text, ok === false ? "failed" : undefined)]);
  const folded: Line[] =
    more > 0 && output.length > 1 ? [[dim(`       │ ${more} more ${more === 1 ? "line" : "lines"}`)]] : [];
  return [...rows, ...folded].map((line) => spread(line, [], width));
}

function headLines(deed: Deed, { width, now }: DeedView): Line[] {
  const head: Line = [dim(deed.at === null ? "     " : clockMinutes(deed.at)), span(" "), kindCell(deed.kind)];
  if (deed.kind === "says" || deed.kind === "notes" || deed.kind === "waits") {
    const rows = wrap(deed.text, Math.max(20, width - DEED_INDENT));
    return rows.map((row, n) => (n === 0 ? [...head, span(row)] : [span(" ".repeat(DEED_INDENT)), span(row)]));
  }
  const text = deed.text.replace(/\s*\n\s*/g, " ⏎ ");
  return [spread([...head, span(text), ...changeSpans(deed)], endSpans(deed, now), width)];
}

const KIND_TONES: Readonly<Partial<Record<DeedKind, Tone>>> = { waits: "limit", notes: "backoff" };

function kindCell(kind: DeedKind): Span {
  return cell(kind, KIND_WIDTH, KIND_TONES[kind], kind === "says" ? undefined : "dim");
}

function changeSpans({ added, removed }: Deed): Line {
  if (added === undefined) return [];
  return [span(`   +${added}`, "done"), span(` −${removed ?? 0}`, "failed")];
}

function endSpans({ kind, ok, tookMs, at }: Deed, now: number | undefined): Line {
  if (kind === "says" || kind === "notes" || kind === "waits") return [];
  if (kind === "ends") return ok ? [span("done", "done")] : [span("failed", "failed")];
  const took = tookMs === null || tookMs < 1_000 ? "" : `  ${ageText(tookMs)}`;
  if (ok === false) return [span("failed", "failed"), dim(took)];
  if (ok === true) return kind === "runs" ? [span("ok", "done"), dim(took)] : [dim(took.trim())];
  return now === undefined || at === null ? [] : [span("running", "working"), dim(`  ${ageText(now - at)}`)];
}

/** As it was printed; what was written beside the output is marked. */
function printedLines({ kind, text }: Deed, { width }: DeedView): Line[] {
  const mark: Line = kind === "complains" ? [span("! ", "failed")] : [];
  return [spread([...mark, span(text.replaceAll("\t", "  "))], [], width)];
}

const TELLS =
  /\b(?:error|fail(?:ed|ure|s)?|expected|assert\w*|exception|panic|refused|cannot|can't|not found|undefined|denied|✗|✖)\b|✗|✖|^E\s/i;
const FAILED_LINES = 4;

/** Of a failure the lines that look like one, with what follows them; else the last. Of a success the last. */
function tellingLines(output: readonly string[], isFailed: boolean): readonly string[] {
  const filled = output.filter((line) => line.trim() !== "");
  if (!isFailed) return filled.slice(-1);
  const telling = filled.filter((line) => TELLS.test(line));
  return telling.length > 0 ? telling.slice(0, FAILED_LINES) : filled.slice(-FAILED_LINES);
}
