/** JUnit's and Checkstyle's XML → the lines a person would have been shown. Reads tags, builds no tree, follows no entity. */

const TOLD_MAX = 200;
const BODY_LINES = 30;

/** Undefined where the text holds no such report. */
export function xmlReportLines(text: string): readonly string[] | undefined {
  if (!/<(?:testsuites?|testcase|checkstyle)\b/.test(text)) return undefined;
  const told: string[] = [];
  let test = "";
  let file = "";
  for (const match of text.matchAll(TAG)) {
    const [, name = "", attributes = "", body = ""] = match;
    if (name === "testcase") test = nameOf(attributes);
    else if (name === "file") file = attribute(attributes, "name");
    else if (name === "error" && file !== "") told.push(styled(file, attributes));
    else if (name === "failure" || name === "error") told.push(...failed(test, attributes, body));
    if (told.length >= TOLD_MAX) break;
  }
  return told.length === 0 ? undefined : told;
}

const TAG = /<(testcase|file|failure|error)\b([^>]{0,4000})>([^<]{0,20000})/g;

function nameOf(attributes: string): string {
  return attribute(attributes, "name").replace(/^.* (?:>|›) /, "");
}

function failed(test: string, attributes: string, body: string): readonly string[] {
  const lines = plain(body.replace(/^<!\[CDATA\[/, ""))
    .split("\n")
    .filter((line) => line.trim() !== "");
  return [`FAILED report::${test}`, attribute(attributes, "message"), ...lines.slice(0, BODY_LINES)].filter(
    (line) => line !== "",
  );
}

function styled(file: string, attributes: string): string {
  const [line, text, rule] = ["line", "message", "source"].map((name) => attribute(attributes, name));
  return `${file}:${line || "1"}:1: error: ${text} (${rule?.split(".").at(-1) ?? "style"})`;
}

function attribute(attributes: string, name: string): string {
  return plain(new RegExp(`\\b${name}="([^"]{0,2000})"`).exec(attributes)?.[1] ?? "");
}

const NAMED: Readonly<Record<string, string>> = {
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  amp: "&",
  "#10": "\n",
  "#39": "'",
};

function plain(text: string): string {
  return text.replace(/&(lt|gt|quot|apos|amp|#10|#39);/g, (_, name: string) => NAMED[name] ?? "");
}
