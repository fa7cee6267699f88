import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { makeFolder, makeFolderSync } from "./make-folder.ts";

function aFolder(): string {
  const dir = mkdtempSync(join(tmpdir(), "reeve-folder-"));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

test("what is missing above is made too, with the same rights; what is there stays", async () => {
  const dir = aFolder();
  makeFolderSync(join(dir, "a/b/c"), 0o700);
  expect(statSync(join(dir, "a/b")).mode & 0o777).toBe(0o700);
  makeFolderSync(join(dir, "a/b/c"), 0o755);
  expect(statSync(join(dir, "a/b/c")).mode & 0o777).toBe(0o700);
  await Promise.all(Array.from({ length: 20 }, () => makeFolder(join(dir, "x/y/z"), 0o700)));
  expect(statSync(join(dir, "x/y/z")).isDirectory()).toBe(true);
});

test("a file in the way is named", async () => {
  const dir = aFolder();
  writeFileSync(join(dir, "a"), "");
  expect(() => makeFolderSync(join(dir, "a/b"))).toThrow(`${dir}/a is not a folder`);
  await expect(makeFolder(join(dir, "a/b"))).rejects.toThrow("is not a folder");
});

test("where no folder can be made it says so, and ends", async (context) => {
  if (process.platform !== "linux") context.skip("there is no /proc here");
  const said = "no folder can be made in /proc: this file system does not allow it";
  expect(() => makeFolderSync("/proc/nobody/.local/state")).toThrow(said);
  await expect(makeFolder("/proc/nobody/.local/state")).rejects.toThrow(said);
});
