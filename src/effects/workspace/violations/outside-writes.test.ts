/** Changes in the user's own checkout are noticed; those of git itself, of Reeve and of ignored files are not told. */
import { rmSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { aRepository, type TestRepository } from "../../../../test/repository.ts";
import { aWorkspaceLab, type WorkspaceLab } from "../../../../test/workspace-lab.ts";

let user: TestRepository;
let lab: WorkspaceLab;

beforeEach(async () => {
  user = aRepository({ "a.txt": "a\n", "app/b.txt": "b\n", "app/deep/c.txt": "c\n", ".gitignore": "*.log\n" });
  user.write("dirty.txt", "before\n");
  lab = await aWorkspaceLab(user);
  expect(await lab.workspaces.outsideWrites()).toEqual([]);
});

afterEach(() => user.remove());

test("changed, new and deleted files are told once", async () => {
  touch("a.txt", "changed\n");
  touch("dirty.txt", "dirtier\n");
  touch("app/new/n.txt", "new\n");
  rmSync(join(user.dir, "app/deep/c.txt"));
  expect([...(await lab.workspaces.outsideWrites())].sort()).toEqual([
    "a.txt",
    "app/deep/c.txt",
    "app/new/n.txt",
    "dirty.txt",
  ]);
  expect(await lab.workspaces.outsideWrites()).toEqual([]);
  touch("app/new/n.txt", "again\n");
  expect(await lab.workspaces.outsideWrites()).toEqual(["app/new/n.txt"]);
});

test("work in worktrees and ignored files are no writes outside", async () => {
  await lab.ready();
  lab.write("a.txt", "by the agent\n");
  await lab.sealed();
  touch("debug.log", "x\n");
  touch(".reeve/something", "x\n");
  expect(await lab.workspaces.outsideWrites()).toEqual([]);
});

test("what the user's own git wrote is left out; what was changed beside it is told", async () => {
  user.git("switch", "--quiet", "--create", "other");
  touch("a.txt", "committed\n");
  user.git("commit", "--quiet", "--all", "--message", "Other");
  await lab.workspaces.outsideWrites();
  user.git("switch", "--quiet", "main");
  touch("app/b.txt", "by an agent\n");
  expect(await lab.workspaces.outsideWrites()).toEqual(["app/b.txt"]);
});

test("paths are those of the project, also of files beside it", async () => {
  const inner = await aWorkspaceLab(user, { root: join(user.dir, "app") });
  await inner.workspaces.outsideWrites();
  touch("app/b.txt", "x\n");
  touch("a.txt", "x\n");
  expect([...(await inner.workspaces.outsideWrites())].sort()).toEqual(["../a.txt", "b.txt"]);
});

test("at most fifty paths are told", async () => {
  for (let number = 0; number < 60; number += 1) touch(`many/${number}.txt`, "x\n");
  expect(await lab.workspaces.outsideWrites()).toHaveLength(50);
});

/** With a time no earlier write had: file systems count time in steps. */
let time = 2_000_000_000;
function touch(path: string, text: string): void {
  user.write(path, text);
  time += 1;
  utimesSync(join(user.dir, path), time, time);
}
