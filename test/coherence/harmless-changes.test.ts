import { expect, test } from "vitest";
import { inShort, reportOn } from "./branch-lab.ts";

const users = "export function getUser(id: string): string { return id; }\nexport function other(): void {}\n";
const usesUser = "import { getUser } from './users.ts';\nexport const me = getUser('1');\n";

test.each([
  [
    "formatting and comments only",
    users,
    "export function getUser(\n  // who\n  id: string,\n): string {\n  return id\n}\nexport function other(): void {}\n",
  ],
  ["a parameter's name", users, users.replaceAll("id", "key")],
  ["an optional parameter more", users, users.replace("id: string", "id: string, org?: string")],
  ["a default value more", users, users.replace("id: string", "id: string, org = 'x'")],
  ["another body", users, users.replace("return id", "return id + id")],
  [
    "an overload more",
    users,
    `export function getUser(id: string): string;\nexport function getUser(id: number): number;\nexport function getUser(id: never): never { return id; }\nexport function other(): void {}\n`,
  ],
  ["another export removed", users, "export function getUser(id: string): string { return id; }\n"],
])("no mismatch: %s", async (_, before, after) => {
  const report = await reportOn(
    { "src/users.ts": before },
    { first: { "src/users.ts": after }, second: { "src/page.ts": usesUser } },
  );
  expect(inShort(report)).toEqual([]);
});

test.each([
  [
    "an optional member more",
    "export interface Row { id: number }\n",
    "export interface Row { id: number; name?: string }\n",
  ],
  [
    "members in another order and separated otherwise",
    "export interface Row { id: number; name: string }\n",
    "export interface Row {\n  name: string,\n  id: number\n}\n",
  ],
  [
    "a method more in a class",
    "export class Row { a(): void {} }\n",
    "export class Row { a(): void {} b(): void {} private c = 1 }\n",
  ],
  ["a member more in an enum", "export enum Row { A }\n", "export enum Row { A, B }\n"],
  ["another value of a constant", "export const Row = 1;\n", "export const Row = 2;\n"],
  ["quotes", "export type Row = 'a' | 'b';\n", 'export type Row =\n  | "a"\n  | "b";\n'],
])("no mismatch: %s", async (_, before, after) => {
  const report = await reportOn(
    { "t.ts": before },
    { first: { "t.ts": after }, second: { "u.ts": "import { Row } from './t.js';\nexport const u1 = Row;\n" } },
  );
  expect(inShort(report)).toEqual([]);
});

test("barrel files that pass each other's names on in circles come to an end", async () => {
  const names = Array.from({ length: 12 }, (_, index) => `m${index}`);
  const files = Object.fromEntries(
    names.map((name) => [
      `${name}.ts`,
      `${names.map((each) => `export * from './${each}';\n`).join("")}export const ${name}x = 1;\n`,
    ]),
  );
  const user = { "u.ts": "import { m11x, nobody } from './m0';\nexport const u1 = [m11x, nobody];\n" };
  expect(inShort(await reportOn(files, { first: user }))).toEqual(["missing_connections critical nobody -> first"]);
});
