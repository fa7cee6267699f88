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
export function reportIn(text: string): readonly string[] | undefined {
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
