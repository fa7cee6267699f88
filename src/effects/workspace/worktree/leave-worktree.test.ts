/** A merged task's worktree goes; nothing that is in no commit goes with it, and a kill in the middle is made good. */
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { aRepository, type TestRepository } from "../../../../test/repository.ts";
import {
  aWorkspaceLab,
  BRANCH,
  ownAdmin,
  stateDirOf,
  TASK,
  type WorkspaceLab,
} from "../../../../test/workspace-lab.ts";

let user: TestRepository;
let lab: WorkspaceLab;
beforeEach(async () => {
  user = aRepository({ "a.txt": "a\n", ".gitignore": "ignored/\n" });
  lab = await aWorkspaceLab(user);
  await lab.ready();
});
afterEach(() => user.remove());

const admin = () => ownAdmin(user.dir);
const trash = () => join(stateDirOf(user.dir), "trash/r1");

/** What the merge queue does, by the shortest way. */
async function merged(): Promise<string> {
  lab.write("b.txt", "b\n");
  const { commit } = await lab.sealed();
  for (const ref of ["refs/reeve/integrated/r1", "refs/heads/reeve/r1/integration"])
    user.git("update-ref", ref, commit);
  return commit;
}

async function left(): Promise<void> {
  await lab.workspaces.leave(TASK.task, TASK.title);
  await lab.workspaces.close();
}

test("goes with what git ignores, and its branch stays", async () => {
  const commit = await merged();
  lab.write("ignored/packages", "many\n");
  await left();
  expect([existsSync(lab.dir), existsSync(admin()), readdirSync(trash())]).toEqual([false, false, []]);
  expect(user.git("rev-parse", BRANCH)).toBe(commit);
  expect(user.git("worktree", "prune", "--dry-run")).toBe("");
});

test.each([
  ["a changed file", () => lab.write("a.txt", "changed\n")],
  ["a new file", () => lab.write("new.txt", "new\n")],
  ["a commit that is not merged", () => lab.git("commit", "--quiet", "--allow-empty", "--message", "later")],
  ["a repository inside", () => lab.git("init", "--quiet", "nested")],
])("stays where it holds %s", async (_what, change) => {
  await merged();
  change();
  await left();
  expect(lab.read("b.txt")).toBe("b\n");
  expect(existsSync(admin())).toBe(true);
});

test("a task that is worked again gets a new one from its branch", async () => {
  await merged();
  await left();
  const again = await lab.ready({ attempt: "api.2", number: 2 });
  expect(again.workspace?.branch).toBe(BRANCH);
  expect(lab.read("b.txt")).toBe("b\n");
  expect(lab.git("status", "--porcelain")).toBe("");
  lab.write("c.txt", "c\n");
  expect((await lab.sealed("api.2")).paths).toEqual(["c.txt"]);
});

test("one that is prepared again before it went stays", async () => {
  await merged();
  const leaving = lab.workspaces.leave(TASK.task, TASK.title);
  const ready = lab.ready({ attempt: "api.2", number: 2 });
  await Promise.all([leaving, ready]);
  await lab.workspaces.close();
  expect(lab.read("b.txt")).toBe("b\n");
  await lab.workspaces.recover();
  await lab.workspaces.close();
  expect(lab.read("b.txt")).toBe("b\n");
});

test.each([
  ["before anything was moved", () => {}],
  ["when the folder was moved aside", () => renameSync(lab.dir, join(trash(), "api-1"))],
  [
    "when git had forgotten it and half of it was deleted",
    () => {
      renameSync(lab.dir, join(trash(), "api-1"));
      rmSync(admin(), { recursive: true });
      rmSync(join(trash(), "api-1/a.txt"));
    },
  ],
])("killed %s, the next Reeve finishes it", async (_when, got) => {
  await merged();
  mkdirSync(trash(), { recursive: true });
  writeFileSync(join(admin(), "reeve-merged.json"), "true");
  got();
  const next = await aWorkspaceLab(user);
  expect(await next.workspaces.recover()).toBeNull();
  await next.workspaces.close();
  expect([existsSync(lab.dir), existsSync(admin()), existsSync(join(trash(), "api-1"))]).toEqual([false, false, false]);
  expect(user.git("rev-parse", "--verify", BRANCH)).not.toBe("");
});
