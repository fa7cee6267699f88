/**
 * Reports that tools write for machines → the lines they would have written for people. Not format by format: whatever
 * names a place and a message is a diagnostic, whatever names a test and says that it failed is a failed test. So SARIF,
 * ESLint, pyright, ruff, mypy, golangci-lint, Jest, Vitest, pytest, `cargo --message-format=json`, `go test -json` and
 * their unknown cousins are read alike.
 */

import { failedTest } from "./failed-test.ts";
import { foundBy } from "./found-by.ts";

type Fields = Readonly<Record<string, unknown>>;

const TOLD_MAX = 200;
const DEPTH_MAX = 14;
const LINES_PER_TEXT = 12;

/** Undefined where the value is no report: nobody is told of in it. */
export function reportLines(value: unknown): readonly string[] | undefined {
  const told: string[] = [];
  walk(value, { file: undefined }, 0, told);
  return told.length === 0 ? undefined : [...told, ...foundBy(value)];
}

interface Place {
  readonly file: string | undefined;
}

function walk(value: unknown, place: Place, depth: number, told: string[]): void {
  if (told.length >= TOLD_MAX || depth > DEPTH_MAX) return;
  if (Array.isArray(value)) {
    for (const each of value) walk(each, place, depth + 1, told);
    return;
  }
  if (!isFields(value)) return;
  const here = { file: fileOf(value) ?? place.file };
  const own = renderedOf(value) ?? testOf(value) ?? diagnosticOf(value, here);
  if (own !== undefined) {
    told.push(...own);
    return;
  }
  for (const inner of Object.values(value)) if (typeof inner === "object") walk(inner, here, depth + 1, told);
}

/** A compiler that prints for machines may say along how it would have printed for people. */
function renderedOf(value: Fields): readonly string[] | undefined {
  const rendered = value["rendered"];
  if (typeof rendered === "string") return textLines(rendered);
  const { Action: action, Output: output } = value;
  return action === "output" && typeof output === "string" ? textLines(output) : undefined;
}

const FAILED = /^(?:failed|failure|fail|error|broken|timedout)$/i;
const OUTCOME = ["status", "outcome", "result", "state", "Action"];
const TEST = ["fullName", "fullTitle", "nodeid", "title", "Test", "testName", "full_description", "name"];
const SAYING = ["failureMessages", "failureMessage", "message", "longrepr", "exception", "errors", "error", "crash"];

function testOf(value: Fields): readonly string[] | undefined {
  const thrown = thrownIn(value);
  if (thrown.length === 0 && !OUTCOME.some((key) => FAILED.test(wordOf(value[key])))) return undefined;
  const name = TEST.map((key) => wordOf(value[key])).find((each) => each !== "");
  // A file of tests says that it failed too; what it holds tells more.
  const inner = ["assertionResults", "tests", "testResults", "suites", "specs"].some((key) => hasItems(value[key]));
  if (name === undefined || inner) return undefined;
  const said = SAYING.flatMap((key) => textsIn(value[key], 0)).slice(0, LINES_PER_TEXT);
  const call = isFields(value["call"]) ? textsIn(value["call"], 0).slice(0, LINES_PER_TEXT) : [];
  return [failedTest(name), ...thrown, ...said, ...call];
}

/** Mocha says of no test that it failed, only what it threw. */
function thrownIn({ err }: Fields): readonly string[] {
  return isFields(err) ? textsIn(err["message"] ?? err["stack"], 0) : [];
}

const MESSAGE = ["message", "text", "Text", "description", "messageText", "body"];
const RULE = ["ruleId", "code", "rule", "check_name", "FromLinter", "symbol", "cop_name", "linter", "checkName"];
const LINE = ["line", "startLine", "row", "lineNumber", "start_line", "Line"];
const HARMLESS = /^(?:note|info|information|hint|none|warning|1)$/i;

function diagnosticOf(value: Fields, { file }: Place): readonly string[] | undefined {
  const text = MESSAGE.map((key) => textOf(value[key])).find((each) => each !== "");
  const line = findLine(value, 0);
  const code = RULE.map((key) => wordOf(value[key])).find((each) => each !== "");
  const where = fileIn(value, 0) ?? file;
  if (text === undefined || where === undefined || (line === undefined && code === undefined)) return undefined;
  const rule = SHELL.test(where) && /^\d{4}$/.test(code ?? "") ? `SC${code}` : code;
  const severity = wordOf(value["severity"] ?? value["level"] ?? value["type"]);
  const kind = HARMLESS.test(severity) ? "warning" : "error";
  const [first = "", ...more] = textLines(text);
  const named = rule === undefined ? "" : ` (${rule})`;
  return [`${where}:${line ?? 1}:1: ${kind}: ${first}${named}`, ...more];
}

/** Of a script of a shell only ShellCheck speaks in numbers; people know its rules as SC2086. */
const SHELL = /\.(?:sh|bash|ksh|dash|bats|zsh)$/;

const FILE = ["filePath", "file", "filename", "fileName", "path", "uri", "source", "Filename", "file_path"];

function fileOf(value: Fields): string | undefined {
  const found = FILE.map((key) => wordOf(value[key])).find((each) => /[\w-]\.\w{1,8}$/.test(each));
  return found?.replace(/^file:\/\//, "");
}

/** SARIF keeps the place three floors down. */
function fileIn(value: unknown, depth: number): string | undefined {
  if (depth > 4) return undefined;
  if (Array.isArray(value)) return fileIn(value[0], depth + 1);
  if (!isFields(value)) return undefined;
  const own = fileOf(value);
  if (own !== undefined) return own;
  for (const key of ["locations", "physicalLocation", "artifactLocation", "location", "Pos", "position", "spans"]) {
    const found = fileIn(value[key], depth + 1);
    if (found !== undefined) return found;
  }
  return undefined;
}

function findLine(value: unknown, depth: number): number | undefined {
  if (depth > 4) return undefined;
  if (Array.isArray(value)) return findLine(value[0], depth + 1);
  if (!isFields(value)) return undefined;
  const own = LINE.map((key) => value[key]).find((each) => typeof each === "number");
  if (typeof own === "number") return own;
  for (const key of ["locations", "physicalLocation", "region", "range", "start", "location", "Pos", "spans"]) {
    const found = findLine(value[key], depth + 1);
    if (found !== undefined) return found;
  }
  return undefined;
}

function textsIn(value: unknown, depth: number): readonly string[] {
  if (depth > 3) return [];
  if (typeof value === "string") return textLines(value);
  if (Array.isArray(value)) return value.flatMap((each) => textsIn(each, depth + 1));
  return isFields(value) ? Object.values(value).flatMap((each) => textsIn(each, depth + 1)) : [];
}

function textLines(text: string): readonly string[] {
  return text
    .split("\n", LINES_PER_TEXT * 2)
    .filter((line) => line.trim() !== "")
    .slice(0, LINES_PER_TEXT);
}

function textOf(value: unknown): string {
  if (isFields(value)) return wordOf(value["text"] ?? value["markdown"] ?? value["message"]);
  return typeof value === "string" ? value : "";
}

function wordOf(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

function hasItems(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0;
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
