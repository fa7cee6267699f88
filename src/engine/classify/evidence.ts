/** The lines that told a failure, in their order, bounded, and without what looks like a secret. */
import type { Line } from "./lines.ts";

const LINES_MAX = 8;
const CHARS_MAX = 300;
const SECRET =
  /\b(?:sk-[A-Za-z0-9_-]{8}|gh[pousr]_[A-Za-z0-9]{16}|xox[abp]-|AKIA[A-Z0-9]{12}|AIza[A-Za-z0-9_-]{20}|eyJ[A-Za-z0-9_-]{10,200}\.)[A-Za-z0-9._*-]{0,200}|\b(?:bearer|basic) [A-Za-z0-9._~+/=-]{12,200}/gi;

/** `at`: indexes into the lines, the weightiest first; -1 stands for no line. */
export function evidenceOf(at: readonly number[], lines: readonly Line[]): readonly string[] {
  const named = at.filter((index) => index >= 0).flatMap((index) => [index, ...saidBy(index, lines)]);
  const kept = [...new Set(named)].slice(0, LINES_MAX);
  const told = kept.sort((one, other) => one - other).map((index) => lines[index]?.raw.trim() ?? "");
  return [...new Set(told)].map((raw) =>
    raw
      // A name that a report gave without its file was told as if it had one.
      .replace(/^FAILED report::/, "FAILED ")
      .slice(0, CHARS_MAX * 2)
      .replace(SECRET, "[secret]")
      .slice(0, CHARS_MAX),
  );
}

const SAID_MAX = 3;
/** So far from the line that names it, what a test said is its own. */
const SAID_FAR = 14;

/** A line that names a failed test, as runners and Reeve's reading of their reports mark it. */
const NAMES_TEST =
  /^(?:not ok \d|--- FAIL:|(?:FAIL|FAILED|FAILURE)\b|[✕✗×✖✘●⨯] |\d+\) |test \S+ \.\.\. FAILED|---- \S+ stdout)|\bFAILED$/;
/** What was expected and what came; how an assertion ends. */
const SAYS =
  /^(?:E +)?(?:(?:[\w.]+[.:])?\w*assert\w*(?:error|exception|failure)?\b|expected\b|received\b|actual\b|got\b|want\b|expect\(|(?:left|right): |message: |error: (?!\|)|error:\t|\S+ (?:!==?|!=|<>) \S)/i;

/** What a failed test said itself: beside the line that names it, below where that is possible. */
function saidBy(index: number, lines: readonly Line[]): readonly number[] {
  if (!NAMES_TEST.test(lines[index]?.text ?? "")) return [];
  const below = saidBeside(lines, index, 1);
  return below.length > 0 ? below : saidBeside(lines, index, -1);
}

/** Up to the next test. */
function saidBeside(lines: readonly Line[], from: number, step: 1 | -1): readonly number[] {
  const found: number[] = [];
  for (let at = from + step; Math.abs(at - from) <= SAID_FAR && found.length < SAID_MAX; at += step) {
    const line = lines[at];
    if (line === undefined || NAMES_TEST.test(line.text)) break;
    if (SAYS.test(line.text) || SET_IN.test(line.raw)) found.push(at);
  }
  return found;
}

/** As Go has it: some spaces, the place, what was wrong. */
const SET_IN = /^(?: {4}|\t)\s*[\w./-]+\.go:\d+: \S/;
