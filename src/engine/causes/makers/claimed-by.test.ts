import { expect, test } from "vitest";
import { moduleName } from "../names/path-name.ts";
import { claimedBy } from "./claimed-by.ts";

const by = (name: string, claims: Readonly<Record<string, readonly string[]>>) =>
  claimedBy(moduleName(name), moduleName, Object.entries(claims));

test.each([
  ["the file itself", "src/db.ts", { "src/db.ts": ["db"] }, "db"],
  ["a path that ends in it", "db", { "src/db.ts": ["db"] }, "db"],
  ["of several who change a file the first, who makes it", "db", { "src/db.ts": ["db", "later"] }, "db"],
  ["two files of that name: nobody can tell", "utils", { "a/utils.ts": ["a"], "b/utils.ts": ["b"] }, null],
  ["two files of that name by one task", "utils", { "a/utils.ts": ["a"], "b/utils.ts": ["a"] }, "a"],
  ["the very name wins over one that ends in it", "a/utils", { "a/utils.ts": ["a"], "x/a/utils.ts": ["x"] }, "a"],
  ["a name that is only part of another", "db", { "src/mydb.ts": ["db"] }, null],
  ["no name at all", "", { "src/db.ts": ["db"] }, null],
])("%s", (_what, name, claims, task) => {
  expect(by(name, claims)).toBe(task);
});
