import { describe, expect, test } from "vitest";
import { formatMistake } from "../mistakes/mistake.ts";
import { openSource } from "./open-source.ts";

const LIMITS = { lengthMax: 2_000_000, emptyHint: "write something" };

function told(text: string): string[] {
  const opened = openSource(text, "f.yaml", LIMITS);
  if (!opened.ok) return opened.mistakes.map(formatMistake);
  const checked = opened.report.finish(() => opened.value);
  return checked.ok ? [] : checked.mistakes.map(formatMistake);
}

function value(text: string): unknown {
  const opened = openSource(text, "f.yaml", LIMITS);
  return opened.ok ? opened.value : undefined;
}

describe("what is no readable file", () => {
  test.each([
    ["nothing", "", "f.yaml:1:1 the file is empty — write something"],
    ["blanks", " \n\n", "f.yaml:1:1 the file is empty — write something"],
    ["comments only", "# nothing\n# yet\n", "f.yaml:1:1 the file is empty — write something"],
    ["a bare document start", "---\n", "f.yaml:1:1 the file is empty — write something"],
    [
      "binary",
      "a: 1\nb\u0001c",
      'f.yaml:2:2 the file contains the control character "\\u0001" — check that this is a text file; inside quotes write it as an escape',
    ],
    [
      "too much",
      `a: ${"x".repeat(2_000_000)}`,
      "f.yaml:1:1 the file has 2000003 characters, at most 2000000 are read — split it, or check that this is the right file",
    ],
    [
      "a tab as indentation",
      "a:\n\tb: 1",
      "f.yaml:2:1 tabs are not allowed as indentation — indent with spaces, not with tabs",
    ],
    [
      "an open quote",
      'a: "b\nc: d',
      "f.yaml:2:5 missing closing \"quote — close what was opened: a quote, a bracket, a comma or a ':' is missing",
    ],
    [
      "two documents",
      "a: 1\n---\nb: 2\n",
      "f.yaml:2:1 a second YAML document begins here — keep one document: remove what follows from the second --- on",
    ],
    [
      "an unknown tag",
      "a: !secret b",
      "f.yaml:1:4 unresolved tag: !secret — remove the tag; put text that starts with ! in quotes",
    ],
    [
      "deep brackets",
      "[".repeat(100_000),
      "f.yaml:1:101 nested more than 100 levels deep — check the brackets: nothing here needs so many",
    ],
    [
      "deep lists",
      "- ".repeat(100_000),
      "f.yaml:1:200 nested more than 100 levels deep — check the brackets: nothing here needs so many",
    ],
    ["a key twice", "a: 1\nb: 2\na: 3", 'f.yaml:3:1 duplicate key "a", first on line 1 — keep one of them'],
    [
      "a key twice in another spelling",
      'a: 1\n"a": 3',
      'f.yaml:2:1 duplicate key "a", first on line 1 — keep one of them',
    ],
    [
      "a list as a key",
      "? [a, b]\n: c",
      "f.yaml:1:3 this key is not text — write it as key: value; put unusual keys in quotes",
    ],
    [
      "a merge key",
      "<<: { a: 1 }",
      "f.yaml:1:1 merge keys (<<) are not read — write the values out; what all tasks share goes under defaults:",
    ],
    [
      "an alias to nothing",
      "a: *b",
      "f.yaml:1:4 the alias *b has no anchor above it — write the value out; put text that starts with * in quotes",
    ],
    [
      "an alias to itself",
      "a: &b [*b]",
      "f.yaml:1:8 the alias *b stands inside what it repeats — write the value out; put text that starts with * in quotes",
    ],
  ])("%s", (_name, text, expected) => {
    expect(told(text)).toEqual([expected]);
  });
});

test("several syntax errors are told together", () => {
  expect(told("a: [1\nb: @x\n")).toHaveLength(2);
});

test("a file with endless syntax errors tells the first twenty", () => {
  for (const text of ["}".repeat(100_000), "- @a\n".repeat(20_000), '- "\\q"\n'.repeat(20_000), "&a ".repeat(20_000)]) {
    const lines = told(text);
    expect(lines).toHaveLength(20);
    for (const line of lines) expect(line).toMatch(/^f\.yaml:\d+:\d+ \S.* — \S/);
  }
});

test("aliases that unfold without end are refused before they unfold", () => {
  const levels = Array.from({ length: 30 }, (_, n) => `l${n + 1}: &l${n + 1} [${Array(9).fill(`*l${n}`).join(", ")}]`);
  expect(told(["l0: &l0 x", ...levels].join("\n"))).toEqual([
    "f.yaml:7:15 aliases up to here repeat more than 200000 values — write out what is needed, without nested aliases",
  ]);
});

test("keys of every JavaScript object are plain keys here", () => {
  const read = value("constructor: 1\ntoString: 2\nhasOwnProperty: 3") as Record<string, unknown>;
  expect(Object.entries(read)).toEqual([
    ["constructor", 1],
    ["toString", 2],
    ["hasOwnProperty", 3],
  ]);
  expect("valueOf" in read).toBe(false);
});

test("an old version directive does not change what words mean", () => {
  expect(value("%YAML 1.1\n---\na: yes\nb: 0o10\nc: 1_000")).toEqual({ a: "yes", b: 8, c: "1_000" });
});

test("what a mapping with sixty thousand keys costs is linear: each duplicate is found", () => {
  const keys = Array.from({ length: 30_000 }, (_, n) => `k${n}: 1\n`).join("");
  expect(told(keys + keys)).toHaveLength(30_000);
});
