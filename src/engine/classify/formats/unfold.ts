/**
 * An output that is a machine's report, or ends in one, → the same output with the report told in lines. An output that
 * is none comes back as it was. What is said around a report stays.
 */
import { reportLines } from "./reports.ts";
import { xmlReportLines } from "./xml-reports.ts";

/** Longer ones are read line by line; parsing them would cost more than it tells. */
const REPORT_CHARS_MAX = 2_000_000;

export function unfold(output: string): string {
  if (output.length > REPORT_CHARS_MAX) return output;
  const xml = output.includes("<test") || output.includes("<checkstyle") ? xmlReportLines(output) : undefined;
  if (xml !== undefined) return xml.join("\n");
  const start = startOf(output);
  if (start === undefined) return output;
  const end = Math.max(output.lastIndexOf("}"), output.lastIndexOf("]")) + 1;
  const told = reportIn(output.slice(start, end));
  return told === undefined ? output : [output.slice(0, start), ...told, output.slice(end)].join("\n");
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
