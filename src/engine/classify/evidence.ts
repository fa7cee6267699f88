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
      .slice(0, CHARS_MAX * 2)
      .replace(SECRET, "[secret]")
      .slice(0, CHARS_MAX),
  );
}

const SAID_MAX = 2;

/** What a failed test said itself: Go puts it beside the line that names the test, set in by some spaces. */
function saidBy(index: number, lines: readonly Line[]): readonly number[] {
  if (!lines[index]?.raw.trimStart().startsWith("--- FAIL:")) return [];
  const below = setIn(lines, index, 1);
  return below.length > 0 ? below : setIn(lines, index, -1);
}

function setIn(lines: readonly Line[], from: number, step: 1 | -1): readonly number[] {
  const found: number[] = [];
  for (
    let at = from + step;
    found.length < SAID_MAX && /^(?: {4}|\t)\s*[\w./-]+:\d+:/.test(lines[at]?.raw ?? "");
    at += step
  )
    found.push(at);
  return found;
}
