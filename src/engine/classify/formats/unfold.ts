/**
 * An output that is a machine's report, or holds some → the same output with the reports told in lines. An output that
 * holds none comes back as it was. What is said around a report stays.
 */
import { jsonValues } from "./json-values.ts";
import { reportLines } from "./reports.ts";
import { withoutServiceMessages } from "./service-messages.ts";
import { withXmlTold } from "./xml-reports.ts";

/** Longer ones are read line by line; parsing them would cost more than it tells. */
const REPORT_CHARS_MAX = 2_000_000;

export function unfold(given: string): string {
  const output = withoutServiceMessages(inOneByte(given));
  if (output.length > REPORT_CHARS_MAX) return output;
  const xml = output.includes("<test") || output.includes("<checkstyle") ? withXmlTold(output) : undefined;
  return withJsonTold(xml ?? output);
}

/**
 * The same for people: reports of one line are told in lines too, and what machines tell each other beside them is left out.
 * An output without any comes back as it was.
 */
export function asTold(given: string): string {
  const output = unfold(given);
  const lines = output.split("\n");
  const told = lines.map(reportedIn);
  if (told.every((each) => each === undefined)) return output;
  return lines.flatMap((line, at) => told[at] ?? (FOR_MACHINES.test(line) ? [] : [line])).join("\n");
}

/** What cargo and go tell whoever reads their reports, and nobody else. */
const FOR_MACHINES =
  /^\s*\{"reason":"(?:compiler-artifact|compiler-message|build-script-executed|build-finished)"|^\s*\{(?=.{0,200}"Action":"\w+").{0,400}"Package":/;

const JSON_CHARS_MAX = 262_144;
/** A diagnostic of a compiler or a test's end on a line of its own; agents' events have neither. */
const MAY_REPORT = /"(?:line|reason|Action|ruleId|Test)"\s*:/;

/** What a line of a machine's report tells; it stands for the line as evidence too. Undefined where it is none. */
export function reportedIn(raw: string): readonly string[] | undefined {
  const trimmed = raw.trim();
  return mayReport(trimmed) ? reportIn(trimmed) : undefined;
}

function mayReport(trimmed: string): boolean {
  return isObject(trimmed) && MAY_REPORT.test(trimmed);
}

export function isObject(trimmed: string): boolean {
  return trimmed.startsWith("{") && trimmed.endsWith("}") && trimmed.length <= JSON_CHARS_MAX;
}

const LOOKED_AT = 400;
const LOOKED_AT_MIN = 16;

/** Windows writes files in letters of two bytes; read as one byte each, every second letter is nothing. */
function inOneByte(given: string): string {
  const begin = given.slice(0, LOOKED_AT);
  const nothings = begin.split("\0").length - 1;
  if (begin.length < LOOKED_AT_MIN || nothings * 5 < begin.length * 2) return given.replace(/^\uFEFF/, "");
  return given.replaceAll("\0", "").replace(/^[\uFEFF\uFFFD]{1,2}/, "");
}

/** One value that is the whole, or several among other lines. */
function withJsonTold(output: string): string {
  const start = startOf(output);
  if (start === undefined) return output;
  const end = Math.max(output.lastIndexOf("}"), output.lastIndexOf("]")) + 1;
  const told = reportIn(output.slice(start, end));
  if (told !== undefined) return [output.slice(0, start), ...told, output.slice(end)].join("\n");
  return withValuesTold(output);
}

function withValuesTold(output: string): string {
  const parts: string[] = [];
  let from = 0;
  const values = jsonValues(output);
  for (let next = values.next(); !next.done; ) {
    const { start, end, text } = next.value;
    // A line of its own is read as a line: it may be somebody's words.
    const told = text.includes("\n") || end === output.length ? reportIn(text) : undefined;
    if (told !== undefined) {
      parts.push(output.slice(from, start), ...told);
      from = end;
    }
    next = values.next(told !== undefined);
  }
  return [...parts, output.slice(from)].join("\n");
}

/** What one line of JSON reports, if it does. */
function reportIn(text: string): readonly string[] | undefined {
  try {
    return reportLines(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** Where the first line that opens a JSON value begins. */
function startOf(output: string): number | undefined {
  const found = /^[ \t]*(?=[[{](?:\s*$|\s*["{[]))/m.exec(output);
  return found === null ? undefined : found.index + found[0].length;
}
