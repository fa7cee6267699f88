/** JUnit's and Checkstyle's XML → the lines a person would have been shown. Reads tags, builds no tree, follows no entity. */

import { failedTest } from "./failed-test.ts";

const TOLD_MAX = 200;
const BODY_LINES = 30;

/** The text with its reports told in lines; undefined where it holds none that tells of a failure. */
export function withXmlTold(text: string): string | undefined {
  const start = text.search(/<\?xml\b|<(?:testsuites?|testcase|checkstyle)\b/);
  const ends = [...text.matchAll(/<\/(?:testsuites?|checkstyle)>/g)].at(-1);
  if (start === -1) return undefined;
  const end = ends === undefined ? text.length : ends.index + ends[0].length;
  const told = linesOf(text.slice(start, end));
  return told.length === 0 ? undefined : [text.slice(0, start), ...told, text.slice(end)].join("\n");
}

function linesOf(text: string): readonly string[] {
  const told: string[] = [];
  let test = "";
  let file = "";
  let suite = "";
  for (const match of text.matchAll(TAG)) {
    const [, name = "", attributes = "", body = ""] = match;
    if (name === "testsuite") suite = attribute(attributes, "name");
    else if (name === "testcase") test = nameOf(attributes);
    else if (name === "file") file = attribute(attributes, "name");
    else if (name === "error" && file !== "") told.push(styled(file, attributes));
    else told.push(...(lintOf(suite, test, attributes, body) ?? failed(test, attributes, body)));
    if (told.length >= TOLD_MAX) break;
  }
  return told;
}

const TAG = /<(testsuite|testcase|file|failure|error)\b([^>]{0,4000})>([^<]{0,20000})/g;

/** A linter that must write JUnit calls its rules tests, of the file that it looked at: `org.ruff.F401`, line 1, col 8. */
function lintOf(file: string, test: string, attributes: string, body: string): readonly string[] | undefined {
  const rule = /^org\.\w+\.([\w./@-]+)$/.exec(test)?.[1];
  const line = /^\s*(?:<!\[CDATA\[)?\s*line (\d+), col/.exec(body)?.[1];
  if (rule === undefined || line === undefined) return undefined;
  return [`${file}:${line}:1: error: ${attribute(attributes, "message")} (${rule})`];
}

function nameOf(attributes: string): string {
  return attribute(attributes, "name").replace(/^.* (?:>|›) /, "");
}

function failed(test: string, attributes: string, body: string): readonly string[] {
  const lines = plain(body.replace(/^<!\[CDATA\[/, ""))
    .split("\n")
    .filter((line) => line.trim() !== "");
  return [failedTest(test), attribute(attributes, "message"), ...lines.slice(0, BODY_LINES)].filter(
    (line) => line !== "",
  );
}

function styled(file: string, attributes: string): string {
  const [line, text, rule] = ["line", "message", "source"].map((name) => attribute(attributes, name));
  return `${file}:${line || "1"}:1: error: ${text} (${rule?.split(".").at(-1) ?? "style"})`;
}

function attribute(attributes: string, name: string): string {
  const [, double, single] = new RegExp(`\\b${name}=(?:"([^"]{0,2000})"|'([^']{0,2000})')`).exec(attributes) ?? [];
  return plain(double ?? single ?? "");
}

const NAMED: Readonly<Record<string, string>> = { lt: "<", gt: ">", quot: '"', apos: "'", amp: "&" };

function plain(text: string): string {
  return text.replace(/&(lt|gt|quot|apos|amp|#\d{1,6});/g, (_, name: string) =>
    name.startsWith("#") ? String.fromCodePoint(Number(name.slice(1))) : (NAMED[name] ?? ""),
  );
}
