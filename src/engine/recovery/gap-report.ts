/**
 * What the next prompt says about the gates that the work did not pass: each with its sentence and its evidence,
 * within a bound that all of them share. What had to be left out is said. Pure text; decides nothing.
 */
import type { GateResult } from "../../domain/proof/gate.ts";

export const REPORT_LENGTH_MAX = 6_000;
/** Less says nothing; then fewer gates are shown. */
const SECTION_LENGTH_MIN = 400;
const HEAD_LENGTH_MAX = 400;

/** Empty where nothing failed. */
export function gapReport(gates: readonly GateResult[]): string {
  const failed = gates.filter((each) => each.verdict === "failed");
  if (failed.length === 0) return "";
  const shown = failed.slice(0, Math.floor(REPORT_LENGTH_MAX / SECTION_LENGTH_MIN) - 1);
  const opening = `${count(failed.length)} not passed:`;
  const rest = failed.length - shown.length;
  const closing = rest > 0 ? `… and ${rest} more that did not pass, left out here.` : "";
  let room = REPORT_LENGTH_MAX - opening.length - closing.length - 4;
  const sections = shown.map((gate, index) => {
    const text = sectionOf(gate, Math.floor(room / (shown.length - index)) - 2);
    room -= text.length + 2;
    return text;
  });
  return [opening, ...sections, ...(closing === "" ? [] : [closing])].join("\n\n");
}

function count(failed: number): string {
  return failed === 1 ? "One gate was" : `${failed} gates were`;
}

/** The end of the evidence is worth more than its beginning, except its first line: the command. */
function sectionOf(gate: GateResult, lengthMax: number): string {
  const name = gate.name === gate.gate ? gate.gate : `${gate.gate}: ${gate.name}`;
  const head = cut(`## ${name}\n${gate.message}`, Math.min(HEAD_LENGTH_MAX, lengthMax));
  const [first, ...others] = gate.evidence;
  if (first === undefined) return head;
  const all = indent([first, ...others]);
  if (head.length + 1 + all.length <= lengthMax) return `${head}\n${all}`;
  const opening = cut(indent([first]), 200);
  const room = lengthMax - head.length - opening.length - NOTE_LENGTH;
  const tail = lastLines(others, room);
  return `${head}\n${opening}\n    … ${others.length - tail.length} lines left out …${tail.length > 0 ? `\n${indent(tail)}` : ""}`;
}

const NOTE_LENGTH = 40;

function lastLines(lines: readonly string[], lengthMax: number): readonly string[] {
  let from = lines.length;
  let length = 0;
  while (from > 0) {
    length += (lines[from - 1] ?? "").length + INDENT.length + 1;
    if (length > lengthMax) break;
    from -= 1;
  }
  return lines.slice(from);
}

const INDENT = "    ";

function indent(lines: readonly string[]): string {
  return lines.map((line) => `${INDENT}${line}`).join("\n");
}

function cut(text: string, lengthMax: number): string {
  if (text.length <= lengthMax) return text;
  const short = text.slice(0, Math.max(0, lengthMax - 1));
  return `${short.isWellFormed() ? short : short.slice(0, -1)}…`;
}
