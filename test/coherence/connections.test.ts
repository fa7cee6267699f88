import { expect, test } from "vitest";
import { inShort, reportOn } from "./branch-lab.ts";

test("an import of a module that nobody makes is critical for the one that imports it", async () => {
  const report = await reportOn({}, { first: { "src/a.ts": "import { b } from './b.ts';\nexport const a1 = b;\n" } });
  expect(report.missing_connections).toEqual([
    {
      subject: "./b.ts",
      severity: "critical",
      tasks: ["first"],
      files: ["src/a.ts:1"],
      sentence:
        "first imports `./b.ts`, which neither the base nor any branch provides; first must provide it or import what is there.",
      must_change: "first",
    },
  ]);
});

test("a name that the other branch's module lacks is owed by that branch, with what comes near", async () => {
  const report = await reportOn(
    {},
    {
      first: { "src/a.ts": "import { fetchUser } from './users';\nfetchUser();\n" },
      second: { "src/users.ts": "export function fetchUsers() {}\n" },
    },
  );
  expect(report.missing_connections[0]).toMatchObject({
    subject: "fetchUser",
    must_change: "second",
    severity: "critical",
  });
  expect(report.missing_connections[0]?.sentence).toContain("there is `fetchUsers`");
});

test("what a task that has not worked yet says it will make is only noted", async () => {
  const first = { "src/a.ts": "import { b } from './b';\nexport const a1 = b;\n" };
  const report = await reportOn(
    {},
    { first },
    { owners: new Map([["src/b.ts", "later"]]), pending: new Set(["later"]) },
  );
  expect(inShort(report)).toEqual(["missing_connections minor ./b -> later"]);
  expect(report.status).toBe("coherent");
});

test("Python: a missing module of the package, and a missing name", async () => {
  const report = await reportOn(
    { "app/__init__.py": "", "app/db.py": "def find(): pass\n" },
    { first: { "app/a.py": "from app.cache import get\nfrom .db import save\nfrom . import nothing\n" } },
  );
  expect(inShort(report).toSorted()).toEqual([
    "missing_connections critical app.cache -> first",
    "missing_connections critical nothing -> first",
    "missing_connections critical save -> first",
  ]);
});

test("a branch that removes what its own code imports is told", async () => {
  const report = await reportOn(
    { "a.ts": "export const x1 = 1;\nexport const y1 = 1;\n" },
    { first: { "a.ts": "export const y1 = 1;\n", "b.ts": "import { x1 } from './a';\nexport const z1 = x1;\n" } },
  );
  expect(inShort(report)).toEqual(["missing_connections critical x1 -> first"]);
});

test.each([
  [
    "packages, the standard library and unknown aliases",
    { "a.ts": "import z from 'zod';\nimport fs from 'node:fs';\nimport q from '@/q';\nimport w from '#w';\n" },
  ],
  [
    "TypeScript files imported as .js",
    { "a.ts": "import { b1 } from './b.js';\nb1;\n", "b.ts": "export const b1 = 1;\n" },
  ],
  ["folders with an index", { "a.ts": "import { b1 } from './b';\nb1;\n", "b/index.tsx": "export const b1 = 1;\n" }],
  [
    "assets and queries",
    { "a.ts": "import './a.css';\nimport svg from './a.svg?raw';\nsvg;\n", "a.css": "", "a.svg": "" },
  ],
  [
    "named re-exports and renamed exports",
    {
      "a.ts": "import { two, ns } from './b';\ntwo; ns;\n",
      "b.ts": "export { one as two } from './c';\nexport * as ns from './c';\n",
      "c.ts": "const one = 1;\nexport { one };\n",
    },
  ],
  [
    "an import passed on",
    {
      "a.ts": "import { one } from './b';\none;\n",
      "b.ts": "import { one } from './c';\nexport { one };\n",
      "c.ts": "export const one = 1;\n",
    },
  ],
  [
    "CommonJS",
    {
      "a.js": "const { b1, b2: x } = require('./b');\nconst c = require('./c');\nc.any(b1, x);\n",
      "b.js": "module.exports = { b1: 1, b2 };\nfunction b2() {}\n",
      "c.js": "module.exports = class {};\n",
    },
  ],
  [
    "the default import of CommonJS",
    { "a.mjs": "import b from './b.cjs';\nb;\n", "b.cjs": "module.exports = { x: 1 };\n" },
  ],
  [
    "exports that are computed",
    { "a.js": "import { any } from './b.js';\nany;\n", "b.js": "module.exports = make();\n" },
  ],
  ["a file with a syntax error", { "a.ts": "import { any } from './b';\nany;\n", "b.ts": "export const = {{{;\n" }],
  [
    "Python: modules, packages, sub-modules, star imports",
    {
      "p/__init__.py": "from .a import *\n",
      "p/a.py": "X = 1\ndef f(): pass\n",
      "p/b.py": "from p import X, f, a\nfrom . import c\nimport p.c\nfrom .c import Y\nimport os, requests\n",
      "p/c.py": "try:\n    import fast\nexcept ImportError:\n    fast = None\nif fast:\n    Y = 1\n",
    },
  ],
  ["Python: __getattr__", { "p/__init__.py": "def __getattr__(name): return 1\n", "m.py": "from p import anything\n" }],
  [
    "Python: names made at run time",
    { "p/__init__.py": "globals().update(x=1)\n", "m.py": "from p import anything\n" },
  ],
  ["Python: namespace packages", { "n/m.py": "Z = 1\n", "k.py": "from n import m\nfrom n.m import Z\n" }],
  [
    "Python: src layout and scripts beside each other",
    {
      "src/app/__init__.py": "",
      "src/app/x.py": "A = 1\n",
      "run.py": "from app.x import A\n",
      "tools/h.py": "B = 1\n",
      "tools/t.py": "from h import B\n",
    },
  ],
  [
    "types",
    {
      "a.ts": "import type { T } from './b';\nimport { type E } from './b';\nexport type X1 = T | E;\n",
      "b.ts": "export type T = 1;\nexport declare enum E { A }\n",
    },
  ],
  [
    "declarations beside JavaScript",
    {
      "a.ts": "import { run, type T } from './b.js';\nrun; export type X2 = T;\n",
      "b.js": "exports.run = 1;\n",
      "b.d.ts": "export const run: number;\nexport type T = 1;\n",
    },
  ],
  ["dynamic imports", { "a.ts": "const { b1 } = await import('./b');\nb1;\n", "b.ts": "export const b1 = 1;\n" }],
  [
    "destructured exports",
    { "a.ts": "import { p1, q2 } from './b';\np1; q2;\n", "b.ts": "export const { p1, q: q2 } = make();\n" },
  ],
])("no missing connection: %s", async (_, files) => {
  expect(inShort(await reportOn({}, { first: files }))).toEqual([]);
});

test("what another branch provides, what git ignores, and what was broken before is not missing", async () => {
  const provided = await reportOn(
    {},
    { first: { "a.ts": "import { b1 } from './b';\nb1;\n" }, second: { "b.ts": "export const b1 = 1;\n" } },
  );
  expect(inShort(provided)).toEqual([]);
  const ignored = await reportOn(
    { ".gitignore": "generated/\n" },
    { first: { "a.ts": "import { c } from './generated/client';\nc;\n" } },
  );
  expect(inShort(ignored)).toEqual([]);
  const before = await reportOn(
    { "a.ts": "import { gone } from './gone';\ngone;\n" },
    { first: { "a.ts": "import { gone } from './gone';\ngone;\nexport const more = 1;\n" } },
  );
  expect(inShort(before)).toEqual([]);
});

test("path aliases of the compiler lead to the project's files", async () => {
  const base = {
    "tsconfig.json": '{ // ours\n "compilerOptions": { "baseUrl": ".", "paths": { "@/*": ["./src/*"], }, } }\n',
    "src/b.ts": "export const b1 = (x: number) => x;\n",
  };
  const report = await reportOn(base, {
    first: { "src/b.ts": "export const b2 = 1;\n" },
    second: { "app/a.ts": "import { b1 } from '@/b';\nb1(1);\n" },
  });
  expect(inShort(report)).toEqual(["interface_mismatches critical b1 -> second"]);
});
