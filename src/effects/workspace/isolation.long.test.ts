/** One worktree per task, and nothing of the user's is ever changed. */
import { chmodSync, existsSync, rmSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { aRepository, gitIn, type TestRepository } from "../../../test/repository.ts";
import { aWorkspaceLab, BRANCH, INTEGRATION, integrate, TASK, usersState } from "../../../test/workspace-lab.ts";

const removals: (() => void)[] = [];

afterEach(() => {
  for (const remove of removals.splice(0)) remove();
});

test("a task gets a worktree on a branch of its own, at what is integrated so far", async () => {
  const user = kept(aRepository({ "a.txt": "a\n" }));
  const lab = await aWorkspaceLab(user);
  const first = await lab.ready();
  expect(first).toEqual({
    type: "ready",
    dir: join(user.dir, ".reeve/worktrees/r1/api"),
    workspace: { branch: BRANCH, base: user.head() },
    parked: null,
  });
  expect(lab.read("a.txt")).toBe("a\n");
  expect(user.git("rev-parse", "reeve/r1")).toBe(user.head());
  expect(user.git("worktree", "list")).toContain(`[${BRANCH}]`);
  const integrated = integrate(user, { "b.txt": "b\n" });
  const second = await lab.ready({ task: "ui", attempt: "ui.1", title: "The UI" });
  expect(second.workspace).toEqual({ branch: "reeve/r1/ui-the-ui", base: integrated });
  expect(existsSync(join(second.dir, "b.txt"))).toBe(true);
});

test("the user's checkout, index, stash, HEAD, refs, configuration and hooks stay as they are, however dirty", async () => {
  const user = kept(aRepository({ "a.txt": "a\n", "b.txt": "b\n", "c.txt": "c\n" }));
  user.write("a.txt", "stashed\n");
  user.git("stash", "--quiet");
  user.write("a.txt", "changed\n");
  user.write("b.txt", "staged\n");
  user.git("add", "b.txt");
  user.write("b.txt", "staged and changed\n");
  rmSync(join(user.dir, "c.txt"));
  user.write("new.txt", "untracked\n");
  for (const hook of ["post-checkout", "pre-commit", "post-commit", "reference-transaction", "post-index-change"]) {
    user.write(`.git/hooks/${hook}`, `#!/bin/sh\ntouch "${user.dir}/hook-ran"\nexit 1\n`);
    chmodSync(join(user.dir, ".git/hooks", hook), 0o755);
  }
  user.git("config", "user.signingkey", "nobody");
  user.git("config", "commit.gpgSign", "true");
  user.git("config", "branch.autoSetupMerge", "always");
  const before = usersState(user);
  const lab = await aWorkspaceLab(user);
  await lab.ready();
  lab.write("a.txt", "by the agent\n");
  lab.write("made/by-agent.txt", "new\n");
  await lab.sealed();
  integrate(user, { "b.txt": "integrated\n" });
  await lab.ready({ attempt: "api.2", number: 2, changeset: "update" });
  lab.write("a.txt", "worse\n");
  await lab.ready({ attempt: "api.3", number: 3, changeset: "discard" });
  await lab.workspaces.recover();
  await lab.workspaces.outsideWrites();
  expect(usersState(user)).toEqual(before);
  expect(gitIn(user.dir, "log", "-1", "--format=%an <%ae> %cn", BRANCH)).toContain("A Person");
  expect(user.git("log", "-1", "--format=%an <%ae> %cn", "refs/reeve/parked/r1/api/2")).toBe(
    "Reeve <reeve@localhost> Reeve",
  );
});

test("a project in a subdirectory works in the same subdirectory of the worktree, and paths are its own", async () => {
  const user = kept(aRepository({ "packages/my app/a.txt": "a\n", "root.txt": "r\n" }, "mono répo with space"));
  const lab = await aWorkspaceLab(user, { root: join(user.dir, "packages/my app") });
  await lab.ready();
  expect(lab.dir).toBe(join(user.dir, "packages/my app/.reeve/worktrees/r1/api/packages/my app"));
  lab.write("naïve file.txt", "n\n");
  lab.write("a.txt", "b\n");
  lab.write("../../root.txt", "changed\n");
  const { changed, paths } = await lab.sealed();
  expect(changed).toMatchObject({ created: ["naïve file.txt"], modified: ["a.txt", "../../root.txt"], files: 3 });
  expect([...paths].sort()).toEqual(["../../root.txt", "a.txt", "naïve file.txt"]);
});

test("a project folder that nothing is committed in yet is there all the same", async () => {
  const user = kept(aRepository());
  user.write("apps/new/plan.yaml", "x\n");
  const lab = await aWorkspaceLab(user, { root: join(user.dir, "apps/new") });
  await lab.ready();
  expect(existsSync(lab.dir)).toBe(true);
});

test("a run goes on in a linked worktree and with a detached HEAD", async () => {
  const user = kept(aRepository());
  const linked = join(dirname(user.dir), "linked");
  user.git("worktree", "add", "--quiet", "--detach", linked);
  const lab = await aWorkspaceLab(user, { root: linked });
  await lab.ready();
  lab.write("a.txt", "a\n");
  expect((await lab.sealed()).changed.created).toEqual(["a.txt"]);
  expect(gitIn(linked, "status", "--porcelain")).toBe("");
});

test("a branch the user has checked out is not worked on under their feet", async () => {
  const user = kept(aRepository());
  const lab = await aWorkspaceLab(user);
  await lab.ready({ task: "other", attempt: "other.1" });
  user.git("switch", "--quiet", "--create", BRANCH);
  const prepared = await lab.workspaces.prepare(TASK);
  expect(prepared).toMatchObject({ type: "failed", failure: { class: "git_state", restart: "terminal" } });
  expect(prepared).toMatchObject({ failure: { message: expect.stringContaining(`checked out in ${user.dir}`) } });
});

test("something in the way of a worktree is not deleted", async () => {
  const user = kept(aRepository());
  const lab = await aWorkspaceLab(user);
  await lab.ready({ task: "other", attempt: "other.1" });
  symlinkSync(user.dir, lab.dir);
  const prepared = await lab.workspaces.prepare(TASK);
  expect(prepared).toMatchObject({ type: "failed", failure: { message: expect.stringContaining("is not a folder") } });
  expect(user.read("README.md")).toBe("# A project\n");
});

test("many worktrees at once are all made, while somebody else lists them", async () => {
  const user = kept(aRepository());
  const lab = await aWorkspaceLab(user, { parallel: 8 });
  const names = Array.from({ length: 24 }, (_, number) => `t${number}`);
  const made = Promise.all(names.map((task) => lab.ready({ task, attempt: `${task}.1` })));
  let listing = true;
  const lists = (async () => {
    while (listing) {
      expect(user.git("worktree", "list")).toContain("[main]");
      await new Promise((resolve) => setImmediate(resolve));
    }
  })();
  const dirs = new Set((await made).map((each) => each.dir));
  listing = false;
  await lists;
  expect(dirs.size).toBe(24);
  expect(user.git("worktree", "list").split("\n")).toHaveLength(25);
  expect(user.git("for-each-ref", "refs/heads/reeve/r1").split("\n")).toHaveLength(25);
  expect(user.git("rev-parse", INTEGRATION)).toBe(user.head());
});

test("setup commands run once in a new worktree, in the project's folder, and again only where they failed", async () => {
  const user = kept(aRepository({ "app/a.txt": "a\n" }));
  const calls: string[] = [];
  const failure = { class: "dependency_install", restart: "persistent", message: "No.", evidence: [] } as const;
  const setup = [{ name: "install", run: "true", timeoutS: 1 }];
  const runSetup = async (dir: string) => {
    calls.push(dir);
    return calls.length === 1 ? failure : null;
  };
  const lab = await aWorkspaceLab(user, { root: join(user.dir, "app"), setup, runSetup });
  expect(await lab.workspaces.prepare(TASK)).toEqual({ type: "failed", failure });
  await lab.ready();
  await lab.ready({ attempt: "api.2", number: 2 });
  await lab.ready({ attempt: "api.3", number: 3, changeset: "discard" });
  expect(calls).toEqual([lab.dir, lab.dir]);
});

function kept(repository: TestRepository): TestRepository {
  removals.push(repository.remove);
  return repository;
}
