import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { extractDefinitions, readModule } from "./read-module.ts";
import { LANGUAGES } from "./source-kind.ts";

const TS = `
export function add(a: number, b?: number, ...rest: number[]): number { return a; }
export class Box<T> extends Base implements I { private x = 1; #y = 2; _z = 3; constructor(readonly n: number) { super(); } open(key: string): void {} get size(): number { return 1; } }
export interface Row { id: number; note?: string; run(a: string): void }
export type Id = string | number;
export enum Level { Low, High = 2 }
export const limit: number = 3, twice = (n: number) => n * 2;
export abstract class Shape {}
export declare function later(): void;
function hidden() {}
namespace Deep { export const q = 1 }
`;

test("definitions of TypeScript: kinds, lines and signatures", async () => {
  const found = await extractDefinitions("typescript", TS);
  expect(found.map(({ name, kind, line }) => `${name} ${kind} ${line}`)).toEqual([
    "hidden function 10",
    "Deep namespace 11",
    "add function 2",
    "Box class 3",
    "Row interface 4",
    "Id type 5",
    "Level enum 6",
    "limit const 7",
    "twice function 7",
    "Shape class 8",
    "later function 9",
  ]);
  const box = found.find((each) => each.name === "Box");
  expect([...(box?.members?.keys() ?? [])]).toEqual(["open", "size"]);
  expect(found.find((each) => each.name === "add")?.signature).toBe("(: number, : number?, ...: number [ ]?): number");
});

test("definitions of Python: functions, classes, values; private ones too", async () => {
  const source =
    "LIMIT: int = 3\na, b = 1, 2\n@cache\ndef load(key, *, size=1, **more) -> str: ...\nclass Store(Base):\n    name: str\n    def __init__(self, path): ...\n    def get(self, key): ...\n    def _hide(self): ...\ndef _own(): ...\n";
  const found = await extractDefinitions("python", source);
  expect(found.map(({ name, kind, line }) => `${name} ${kind} ${line}`)).toEqual([
    "LIMIT const 1",
    "a const 2",
    "b const 2",
    "load function 4",
    "Store class 5",
    "_own function 10",
  ]);
  const store = found.find((each) => each.name === "Store");
  expect([...(store?.members?.keys() ?? [])]).toEqual(["name", "get"]);
  expect(store?.callables?.[0]?.params.map((each) => each.name)).toEqual(["path"]);
  expect(found.find((each) => each.name === "load")?.callables).toBeNull();
});

test("imports of every form, with what they are called here", async () => {
  const facts = await readModule(
    "typescript",
    `import def, { n as m, type Q } from "./w"; import * as all from "./v"; import "./side"; import old = require("./old");
export { a as b } from "./x"; export * from "./y"; export * as ns from "./z";
const { aa, bb: cc, ...others } = require("./t"); const dd = await import("./s"); require("./r").go(); import(\`./\${x}\`);`,
  );
  expect(facts.imports.map(({ specifier, name, local }) => `${specifier} ${name} ${local}`)).toEqual([
    "./w default def",
    "./w n m",
    "./w Q Q",
    "./v * all",
    "./side * null",
    "./old * old",
    "./x a null",
    "./y * null",
    "./z * null",
    "./t aa aa",
    "./t bb cc",
    "./t * null",
    "./s * dd",
    "./r go null",
  ]);
  expect([...facts.exports.keys()]).toEqual(["b", "ns"]);
  expect(facts.stars).toEqual(["./y"]);
});

test("white space, comments and line breaks never change a signature", async () => {
  const tokens = TS.trim().split(/(?<=[{}();,:|]|=(?!>))/);
  const plain = await extractDefinitions("typescript", TS);
  const space = fc.constantFrom(" ", "  ", "/* a comment */", "\t ", " /* b */ ");
  await fc.assert(
    fc.asyncProperty(fc.array(space, { minLength: tokens.length, maxLength: tokens.length }), async (spaces) => {
      const spaced = tokens.map((token, index) => token + (spaces[index] ?? "")).join("");
      const found = await extractDefinitions("typescript", spaced);
      expect(found.map(({ name, signature }) => [name, signature])).toEqual(
        plain.map(({ name, signature }) => [name, signature]),
      );
    }),
    { numRuns: 30 },
  );
});

describe("files that cannot be read well", () => {
  test.each(LANGUAGES)("any text is read as %s without failing", async (language) => {
    const pieces = fc.constantFrom(
      "export ",
      "class ",
      "def f(",
      ")",
      "{",
      "}",
      "import ",
      "from ",
      "'",
      '"',
      "`",
      "\n",
      "  ",
      "x",
      "=>",
      "*",
      "\0",
      "é",
      "\ud83d",
    );
    await fc.assert(
      fc.asyncProperty(fc.array(pieces, { maxLength: 60 }), async (parts) => {
        expect(await readModule(language, parts.join(""))).toHaveProperty("exports");
      }),
      { numRuns: 100 },
    );
  });

  test("too large, minified and deeply nested files are open", async () => {
    for (const source of [
      `x = 1;\n`.repeat(200_000),
      "a=1;".repeat(10_000),
      `${"(\n".repeat(40_000)}`,
      `${"[".repeat(15_000)}`,
    ]) {
      expect((await readModule("javascript", source)).open).toBe(true);
    }
  });

  test("what stands before a syntax error is still known", async () => {
    const facts = await readModule("typescript", "export function good(): void {}\nexport const = {{{\n");
    expect(facts.exports.has("good")).toBe(true);
    expect(facts.open).toBe(true);
  });
});
