import { once } from "node:events";
import { existsSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { child, nextLine } from "../../../test/journal/child.ts";
import { scratchDir } from "../../../test/journal/scratch.ts";
import { acquireLock, holderOf } from "./folder-lock.ts";

test("the second one in the same process is told who holds it, until the first lets go", () => {
  const dir = join(scratchDir(), "run");
  const first = mine(dir);
  const told = {
    pid: process.pid,
    host: hostname(),
    since: expect.stringMatching(/^\d{4}-/),
    command: expect.any(String),
  };
  expect(acquireLock(dir)).toEqual({ heldBy: told });
  expect(holderOf(dir)).toEqual(told);
  first.release();
  expect(holderOf(dir)).toBeNull();
  const second = mine(dir);
  first.release();
  expect(acquireLock(dir)).toEqual({ heldBy: told });
  second.release();
});

test("another process is told who holds it", async () => {
  const dir = scratchDir();
  const lock = mine(dir);
  expect(await nextLine(child("lock-process.ts", [dir]))).toBe(`refused ${process.pid}`);
  lock.release();
});

test("a holder that is killed leaves no stale lock behind, only word of itself that nobody believes", async () => {
  const dir = scratchDir();
  const holder = child("lock-process.ts", [dir]);
  expect(await nextLine(holder)).toBe("held");
  expect(holderOf(dir)).toMatchObject({ pid: holder.process.pid });
  expect(acquireLock(dir)).toMatchObject({ heldBy: { pid: holder.process.pid } });
  await holder.kill();
  expect(existsSync(join(dir, "holder.json"))).toBe(true);
  expect(holderOf(dir)).toBeNull();
  mine(dir).release();
});

test("a holder that ends by itself lets go and takes its word back", async () => {
  const dir = scratchDir();
  const holder = child("lock-process.ts", [dir]);
  expect(await nextLine(holder)).toBe("held");
  holder.process.stdin?.end();
  await once(holder.process, "exit");
  expect(existsSync(join(dir, "holder.json"))).toBe(false);
  expect(holderOf(dir)).toBeNull();
});

test("of many that come at once exactly one gets it", async () => {
  const dir = scratchDir();
  const all = Array.from({ length: 5 }, () => child("lock-process.ts", [dir]));
  const said = await Promise.all(all.map(nextLine));
  expect(said.filter((line) => line === "held")).toHaveLength(1);
});

test("a holder whose word is unreadable is still a holder", () => {
  const dir = scratchDir();
  const lock = mine(dir);
  writeFileSync(join(dir, "holder.json"), "{");
  expect(holderOf(dir)).toMatchObject({ pid: 0 });
  lock.release();
});

test("looking creates nothing", () => {
  const dir = join(scratchDir(), "nobody");
  expect(holderOf(dir)).toBeNull();
  expect(existsSync(dir)).toBe(false);
});

function mine(dir: string): { readonly release: () => void } {
  const lock = acquireLock(dir);
  if ("heldBy" in lock) throw new Error(`held by ${lock.heldBy.pid}`);
  return lock;
}
