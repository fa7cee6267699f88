import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { writeWhole, writeWholeSync } from "./write-whole.ts";

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "reeve-whole-"));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

test("the new text replaces the old one, and no draft is left", async () => {
  const file = join(dir, "a.json");
  await writeWhole(file, "1");
  writeWholeSync(file, "2");
  await writeWhole(file, "3", { isShared: true });
  expect(readFileSync(file, "utf8")).toBe("3");
  expect(readdirSync(dir)).toEqual(["a.json"]);
});

test("what several write at once is the whole text of one of them", async () => {
  const file = join(dir, "a.json");
  const texts = Array.from({ length: 20 }, (_, index) => String(index).repeat(10_000));
  await Promise.all(texts.map((text) => writeWhole(file, text, { isShared: true })));
  expect(texts).toContain(readFileSync(file, "utf8"));
  expect(readdirSync(dir)).toEqual(["a.json"]);
});

test("what cannot be put in its place is thrown and leaves no draft", async () => {
  await expect(writeWhole(join(dir, "none", "a"), "x")).rejects.toThrow("ENOENT");
  expect(() => writeWholeSync(dir, "x")).toThrow();
  await expect(writeWhole(dir, "x")).rejects.toThrow();
  expect(readdirSync(join(dir, "..")).filter((name) => name.startsWith(basename(dir)))).toEqual([basename(dir)]);
});

test("a file for its owner alone is that from its first byte", () => {
  writeWholeSync(join(dir, "secret"), "x", { mode: 0o600 });
  expect(statSync(join(dir, "secret")).mode & 0o777).toBe(0o600);
});
