import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import {
  type AttemptFolder,
  attemptFolder,
  exitStatus,
  fileName,
  giveUp,
  leasePath,
  readExit,
  readPid,
  readResult,
  touchLease,
} from "./attempt-folder.ts";

let runDir: string;
let folder: AttemptFolder;
beforeEach(() => {
  runDir = mkdtempSync(join(tmpdir(), "reeve-folder-"));
  folder = attemptFolder(runDir, "t.1");
  mkdirSync(folder.dir, { recursive: true });
  mkdirSync(dirname(folder.exit));
  onTestFinished(() => rmSync(runDir, { recursive: true }));
});

test("plain ids are their own file names", () => {
  expect(fileName("build-api_2.13")).toBe("build-api_2.13");
});

test("every id is a safe file name, and no two ids share one, not even where case does not count", () => {
  const id = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.string({ unit: fc.constantFrom("a", "A", ".", "/", "%", "-") }),
  );
  fc.assert(
    fc.property(id, id, (a, b) => {
      expect(fileName(a)).toMatch(/^[A-Za-z0-9_%][A-Za-z0-9._%-]{0,199}$/);
      if (Buffer.from(a).compare(Buffer.from(b)) !== 0)
        expect(fileName(a).toLowerCase()).not.toBe(fileName(b).toLowerCase());
    }),
  );
});

test("marks differ from run to run and from attempt to attempt, and are the same each time", () => {
  const marks = [attemptFolder("/a", "t.1"), attemptFolder("/b", "t.1"), attemptFolder("/a", "t.2")].map(
    ({ mark }) => mark,
  );
  expect(new Set(marks).size).toBe(3);
  expect(attemptFolder("/a", "t.1").mark).toBe(marks[0]);
  expect(marks[0]).not.toMatch(/[:\s=]/);
});

test("giving up succeeds once nobody has the lock, stays so, and fails where a keeper has it", async () => {
  expect(await giveUp(folder)).toBe(true);
  expect(await giveUp(folder)).toBe(true);
  const other = attemptFolder(runDir, "t.2");
  mkdirSync(other.dir, { recursive: true });
  writeFileSync(other.lock, "123\n");
  expect(await giveUp(other)).toBe(false);
  expect(readFileSync(other.lock, "utf8")).toBe("123\n");
  expect([await readPid(other.lock), await readPid(folder.lock), await readPid(folder.agent)]).toEqual([
    123,
    undefined,
    undefined,
  ]);
});

test("an exit is read as the keeper wrote it; its absence and nonsense are told apart", async () => {
  expect(await readExit(folder)).toBeUndefined();
  writeFileSync(folder.exit, '{"status":3,"orphaned":true,"problem":"workspace"}\n');
  expect(await readExit(folder)).toEqual({ exit: { code: 3, signal: null }, orphaned: true, problem: "workspace" });
  writeFileSync(folder.exit, "nonsense");
  expect(await readExit(folder)).toMatchObject({ orphaned: false, problem: "files" });
});

test.each([
  [0, null],
  [1, null],
  [128, null],
  [130, "SIGINT"],
  [137, "SIGKILL"],
  [143, "SIGTERM"],
  [255, null],
])("status %i stands for the signal %s", (status, signal) => {
  expect(exitStatus(status)).toEqual({ code: status, signal });
});

test("a result is read only from a plain file", async () => {
  expect(await readResult(folder)).toBeUndefined();
  mkdirSync(folder.handIn, { recursive: true });
  writeFileSync(folder.result, "{}");
  expect(await readResult(folder)).toBe("{}");
  rmSync(folder.result);
  symlinkSync(join(runDir, "secret"), folder.result);
  writeFileSync(join(runDir, "secret"), "{}");
  expect(await readResult(folder)).toBeUndefined();
  rmSync(folder.result);
  mkdirSync(folder.result);
  expect(await readResult(folder)).toBeUndefined();
});

test("the lease reads differently each time it is renewed", async () => {
  const read: string[] = [];
  for (let time = 0; time < 3; time += 1) {
    await touchLease(runDir);
    read.push(readFileSync(leasePath(runDir), "utf8"));
  }
  expect(new Set(read).size).toBe(3);
  expect(read[0]).toMatch(/^\S+\n$/);
});
