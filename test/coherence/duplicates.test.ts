import { expect, test } from "vitest";
import { inShort, reportOn } from "./branch-lab.ts";

test("one exported function newly made by two branches in two files is told, and the later branch gives way", async () => {
  const report = await reportOn(
    { "src/a.ts": "export const one = 1;\n" },
    {
      first: { "src/dates.ts": "export function parseDay(text: string): Date { return new Date(text); }\n" },
      second: { "src/time.ts": "\nexport function parseDay(day: string): Date { return new Date(day); }\n" },
    },
  );
  expect(report.duplicates).toEqual([
    {
      subject: "parseDay",
      severity: "major",
      tasks: ["first", "second"],
      files: ["src/dates.ts:1", "src/time.ts:2"],
      sentence:
        "first and second both newly define the function `parseDay`, the same way, in src/dates.ts and src/time.ts; keep the one of first.",
      must_change: "second",
    },
  ]);
  expect(report.status).toBe("issues");
  expect(report.recommendations).toEqual(["Retry second with these findings: parseDay."]);
});

test("a class in TSX, an interface of the same name, and an arrow function count as what they are", async () => {
  const report = await reportOn(
    {},
    {
      first: { "a.tsx": "export class Panel {}\nexport const Row = (p: { a: number }) => <b>{p.a}</b>;\n" },
      second: { "b.ts": "export interface Panel { x: number }\nexport function Row(): void {}\n" },
    },
  );
  expect(inShort(report)).toEqual(["duplicates major Panel -> second", "duplicates major Row -> second"]);
});

test("Python functions and classes, and CommonJS exports", async () => {
  const report = await reportOn(
    {},
    {
      first: {
        "pkg/a.py": "def load_user(id):\n    pass\nclass Store:\n    pass\n",
        "x.cjs": "exports.sum = (a, b) => a + b;\nfunction sum() {}\n",
      },
      second: {
        "pkg/b.py": "class Store:\n    pass\nasync def load_user(id): pass\n",
        "y.js": "function sum(a) {}\nmodule.exports = { sum };\n",
      },
    },
  );
  expect(inShort(report).toSorted()).toEqual([
    "duplicates major Store -> second",
    "duplicates major load_user -> second",
    "duplicates major sum -> second",
  ]);
});

test("one name newly made by two branches in the same file counts even if it is not exported", async () => {
  const report = await reportOn(
    { "a.ts": "export const start = 1;\n\n\n\n\nexport const end = 2;\n" },
    {
      first: { "a.ts": "function help() {}\nexport const start = 1;\n\n\n\n\nexport const end = 2;\n" },
      second: { "a.ts": "export const start = 1;\n\n\n\n\nexport const end = 2;\nfunction help(x: number) {}\n" },
    },
  );
  expect(inShort(report)).toEqual(["duplicates major help -> second"]);
});

test.each([
  [
    "private helpers of one name in two files",
    { "a.ts": "function clean() {}\nexport const a1 = clean();\n" },
    { "b.ts": "function clean() {}\nexport const b1 = clean();\n" },
  ],
  ["Python helpers with a leading underscore", { "a.py": "def _clean(): pass\n" }, { "b.py": "def _clean(): pass\n" }],
  [
    "Python names that __all__ does not list",
    { "a.py": "__all__ = ['x1']\ndef clean(): pass\ndef x1(): pass\n" },
    { "b.py": "def clean(): pass\n" },
  ],
  [
    "helpers of tests",
    { "test/a.ts": "export function aUser() {}\n" },
    { "src/b.test.ts": "export function aUser() {}\n" },
  ],
  [
    "Python tests",
    { "tests/test_a.py": "def test_it(): pass\ndef make(): pass\n" },
    { "tests/test_b.py": "def test_it(): pass\ndef make(): pass\n" },
  ],
  [
    "names that a framework asks for",
    { "app/a/route.ts": "export async function GET() {}\n" },
    { "app/b/route.ts": "export async function GET() {}\n" },
  ],
  ["main", { "a.py": "def main(): pass\n" }, { "b.py": "def main(): pass\n" }],
  [
    "default exports",
    { "a.ts": "export default function view() {}\n" },
    { "b.ts": "export default function view() {}\n" },
  ],
  [
    "re-exports in barrel files",
    { "a/x.ts": "export const x1 = 1;\n", "a/index.ts": "export { x1 } from './x';\n" },
    { "b/index.ts": "export * from '../z';\n", "z.ts": "export const z1 = 1;\n" },
  ],
  ["the very same file in both", { "a.ts": "export function same() {}\n" }, { "a.ts": "export function same() {}\n" }],
  [
    "a method of one name in two classes",
    { "a.ts": "export class A { go() {} }\n" },
    { "b.ts": "export class B { go() {} }\n" },
  ],
  [
    "installed and minified code",
    { "vendor/a.js": "exports.go = () => 1\n" },
    { "b.min.js": "exports.go = () => 1\n" },
  ],
  ["a Python and a TypeScript function", { "a.py": "def parse(): pass\n" }, { "b.ts": "export function parse() {}\n" }],
])("no duplicate: %s", async (_, first, second) => {
  expect(inShort(await reportOn({}, { first, second }))).toEqual([]);
});

test("what a branch only moves to another file is not newly defined", async () => {
  const report = await reportOn(
    { "old.ts": "export function moved() {}\nexport const kept = 1;\n" },
    {
      first: { "old.ts": "export const kept = 1;\n", "new.ts": "export function moved() {}\n" },
      second: { "old.ts": "export const kept = 1;\n", "other.ts": "export function moved() {}\n" },
    },
  );
  expect(report.duplicates).toEqual([]);
});
