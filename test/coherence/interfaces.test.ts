import { expect, test } from "vitest";
import { inShort, reportOn } from "./branch-lab.ts";

const users = "export function getUser(id: string): string { return id; }\nexport function other(): void {}\n";
const usesUser = "import { getUser } from './users.ts';\nexport const me = getUser('1');\n";

test("an export that one branch removes and another newly uses is critical, and the later branch adapts", async () => {
  const report = await reportOn(
    { "src/users.ts": users },
    { first: { "src/users.ts": "export function other(): void {}\n" }, second: { "src/page.ts": usesUser } },
  );
  expect(report.interface_mismatches).toEqual([
    {
      subject: "getUser",
      severity: "critical",
      tasks: ["first", "second"],
      files: ["src/users.ts:1", "src/page.ts:1"],
      sentence:
        "first removes `getUser` of src/users.ts, but second still relies on it as it was (src/page.ts); second must adapt.",
      must_change: "second",
    },
  ]);
  expect(report.status).toBe("critical");
  expect(report.critical_issues).toHaveLength(1);
  expect(report.missing_connections).toEqual([]);
});

test("when the user comes first, the one that takes the export away has to adapt", async () => {
  const report = await reportOn(
    { "src/users.ts": users },
    { first: { "src/page.ts": usesUser }, second: { "src/users.ts": "export function other(): void {}\n" } },
  );
  expect(inShort(report)).toEqual(["interface_mismatches critical getUser -> second"]);
});

test("a renamed export, a deleted file and a moved export are found through a barrel file", async () => {
  const base = { "lib/a.ts": "export const alpha = () => 1;\n", "lib/index.ts": "export * from './a';\n" };
  const user = { "app.ts": "import { alpha } from './lib';\nalpha();\n" };
  const renamed = await reportOn(base, { first: { "lib/a.ts": "export const alpha2 = () => 1;\n" }, second: user });
  expect(inShort(renamed)).toEqual(["interface_mismatches critical alpha -> second"]);
  const deleted = await reportOn(base, { first: { "lib/a.ts": null, "lib/index.ts": "export {};\n" }, second: user });
  expect(inShort(deleted)).toEqual(["interface_mismatches critical alpha -> second"]);
  const moved = await reportOn(base, {
    first: { "lib/a.ts": null, "core/a.ts": "export const alpha = () => 1;\n", "lib/index.ts": "export {};\n" },
    second: user,
  });
  expect(moved.interface_mismatches[0]?.sentence).toContain("first moves `alpha` of lib/a.ts to core/a.ts");
});

test("moved behind an unchanged barrel, nothing breaks", async () => {
  const report = await reportOn(
    { "lib/a.ts": "export const alpha = () => 1;\n", "lib/index.ts": "export * from './a';\n" },
    {
      first: {
        "lib/a.ts": null,
        "lib/b.ts": "export const alpha = () => 1;\n",
        "lib/index.ts": "export * from './b';\n",
      },
      second: { "app.ts": "import { alpha } from './lib';\nalpha();\n" },
    },
  );
  expect(inShort(report)).toEqual([]);
});

test("a call that no longer fits is critical in TypeScript, major in JavaScript", async () => {
  const typed = await reportOn(
    { "src/users.ts": users },
    {
      first: { "src/users.ts": users.replace("id: string", "id: string, org: string") },
      second: { "src/page.ts": usesUser },
    },
  );
  expect(inShort(typed)).toEqual(["interface_mismatches critical getUser -> second"]);
  expect(typed.interface_mismatches[0]?.files).toEqual(["src/users.ts:1", "src/page.ts:2"]);
  const plain = await reportOn(
    { "u.js": "exports.get = function (id) {};\n" },
    {
      first: { "u.js": "exports.get = function (id, org) {};\n" },
      second: { "p.js": "const u = require('./u');\nu.get(1);\n" },
    },
  );
  expect(inShort(plain)).toEqual(["interface_mismatches major get -> second"]);
});

test("Python calls are judged by position and by keyword", async () => {
  const base = { "app/__init__.py": "", "app/db.py": "def find(key, limit=10):\n    pass\n" };
  const user = { "app/view.py": "from .db import find\n\ndef show():\n    return find('a', limit=3)\n" };
  const renamed = await reportOn(base, {
    first: { "app/db.py": "def find(key, maximum=10):\n    pass\n" },
    second: user,
  });
  expect(inShort(renamed)).toEqual(["interface_mismatches critical find -> second"]);
  const wider = await reportOn(base, {
    first: { "app/db.py": "def find(key, limit=10, *, order=None):\n    pass\n" },
    second: user,
  });
  expect(inShort(wider)).toEqual([]);
  const gone = await reportOn(base, {
    first: { "app/db.py": "def search(key):\n    pass\n" },
    second: { "main.py": "from app.db import find\nfind(1)\n" },
  });
  expect(inShort(gone)).toEqual(["interface_mismatches critical find -> second"]);
});

test("a changed type is major for whoever newly uses it, minor for whoever used it before", async () => {
  const base = {
    "t.ts": "export interface Row { id: number; name: string }\n",
    "old.ts": "import type { Row } from './t';\nexport const a1: Row[] = [];\n",
  };
  const first = { "t.ts": "export interface Row { id: string; name: string }\n" };
  const fresh = await reportOn(base, {
    first,
    second: { "new.ts": "import type { Row } from './t';\nexport const n1: Row[] = [];\n" },
  });
  expect(inShort(fresh)).toEqual(["interface_mismatches major Row -> second"]);
  const touched = await reportOn(base, { first, second: { "old.ts": `${base["old.ts"]}export const more = 1;\n` } });
  expect(inShort(touched)).toEqual(["interface_mismatches minor Row -> second"]);
});

test("a member that is gone and used by name is named", async () => {
  const report = await reportOn(
    { "c.ts": "export class Client { get(): void {} put(): void {} }\n" },
    {
      first: { "c.ts": "export class Client { get(): void {} }\n" },
      second: { "u.ts": "import { Client } from './c';\nexport const go = (c: Client) => c.put();\n" },
    },
  );
  expect(report.interface_mismatches[0]).toMatchObject({ severity: "major", must_change: "second" });
  expect(report.interface_mismatches[0]?.sentence).toContain("its `put` is different");
});

test("code that no task touches: what it still uses may not be taken away, in any branch of its own", async () => {
  const report = await reportOn(
    { "src/users.ts": users, "src/page.ts": usesUser },
    { first: { "src/users.ts": "export function other(): void {}\n" } },
  );
  expect(inShort(report)).toEqual(["interface_mismatches critical getUser -> first"]);
  const adapted = await reportOn(
    { "src/users.ts": users, "src/page.ts": usesUser },
    { first: { "src/users.ts": "export function other(): void {}\n", "src/page.ts": "export const me = 1;\n" } },
  );
  expect(inShort(adapted)).toEqual([]);
});

test("two branches that give one export two new signatures", async () => {
  const report = await reportOn(
    { "src/users.ts": users },
    {
      first: { "src/users.ts": users.replace("id: string", "id: number") },
      second: { "src/users.ts": users.replace("id: string", "id: bigint") },
    },
  );
  expect(inShort(report)).toEqual(["interface_mismatches major getUser -> second"]);
});

test("a deleted module is missed by whoever loads it as a whole", async () => {
  const base = {
    "side.ts": "console.log(1);\n",
    "p/__init__.py": "",
    "p/m.py": "X = 1\n",
    "all.ts": "export const one = 1;\n",
  };
  const report = await reportOn(base, {
    first: { "side.ts": null, "p/m.py": null, "all.ts": null },
    second: {
      "a.ts": "import './side';\nimport * as all from './all';\nexport const a1 = all;\n",
      "b.py": "import p.m\n",
    },
  });
  expect(inShort(report).toSorted()).toEqual([
    "interface_mismatches critical all.ts -> second",
    "interface_mismatches critical p/m.py -> second",
    "interface_mismatches critical side.ts -> second",
  ]);
});

test("a file that became a folder with an index is still the same module", async () => {
  const report = await reportOn(
    { "lib.ts": users, "use.ts": "import { getUser } from './lib';\ngetUser('1');\n" },
    {
      first: { "lib.ts": null, "lib/index.ts": "export * from './users';\n", "lib/users.ts": users },
      second: { "page.ts": "import { getUser } from './lib';\ngetUser('2');\n" },
    },
  );
  expect(inShort(report)).toEqual([]);
});
