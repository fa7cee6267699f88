/** Whatever an agent did to its worktree, its work ends up on the task's branch, and only there. */
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { aRepository, gitIn, type TestRepository } from "../../../../test/repository.ts";
import {
  aWorkspaceLab,
  BRANCH,
  integrate,
  TASK,
  usersState,
  type WorkspaceLab,
} from "../../../../test/workspace-lab.ts";

let user: TestRepository;
let lab: WorkspaceLab;
let admin: string;
let before: ReturnType<typeof usersState>;

beforeEach(async () => {
  user = aRepository({ "a.txt": "a\n", "b.txt": "b\n", "src/c.ts": "c\n", ".gitignore": "*.log\n" });
  lab = await aWorkspaceLab(user);
  await lab.ready();
  admin = join(user.dir, ".git/worktrees/api");
  before = usersState(user);
});

afterEach(() => user.remove());

test("everything is committed, with what it belongs to, and told in paths and numbers", async () => {
  lab.write("a.txt", "a\nmore\n");
  lab.write("new dir/ünï.txt", "1\n2\n3\n");
  lab.write("debug.log", "ignored\n");
  rmSync(join(lab.dir, "b.txt"));
  const sealed = await lab.sealed();
  expect(sealed).toMatchObject({
    dir: lab.dir,
    base: user.head(),
    commit: user.git("rev-parse", BRANCH),
    changed: {
      created: ["new dir/ünï.txt"],
      modified: ["a.txt"],
      deleted: ["b.txt"],
      files: 3,
      insertions: 4,
      deletions: 1,
    },
    unresolved: [],
    skipped: [],
  });
  expect(user.git("log", "-1", "--format=%an|%B", BRANCH)).toBe(
    "Reeve|Add the API\n\nReeve-Run: r1\nReeve-Task: api\nReeve-Attempt: api.1\n",
  );
  expect(lab.git("status", "--porcelain")).toBe("");
});

test("nothing changed: the branch stays at its base, and a second seal makes no second commit", async () => {
  expect(await lab.sealed()).toMatchObject({ commit: user.head(), base: user.head(), paths: [] });
  lab.write("a.txt", "b\n");
  const once = await lab.sealed();
  expect(await lab.sealed()).toEqual(once);
});

test("a rename counts as deleted and created, a link is a link, and long lists are cut but counted", async () => {
  lab.git("mv", "src/c.ts", "src/d.ts");
  symlinkSync("/etc/hostname", join(lab.dir, "link"));
  for (let number = 0; number < 300; number += 1) lab.write(`many/${number}.txt`, "x\n");
  const { changed, paths } = await lab.sealed();
  expect(changed.deleted).toEqual(["src/c.ts"]);
  expect([changed.created.length, changed.files, paths.length]).toEqual([200, 303, 303]);
  expect(user.git("cat-file", "-p", `${BRANCH}:link`)).toBe("/etc/hostname");
});

test("the agent's own commits stay, and the task's base follows the integration branch", async () => {
  lab.write("a.txt", "1\n");
  lab.git("commit", "--quiet", "--all", "--message", "One");
  integrate(user, { "z.txt": "z\n" });
  const { base, paths, commit } = await lab.sealed();
  expect([base, paths]).toEqual([user.head(), ["a.txt"]]);
  expect(user.git("log", "-1", "--format=%s", commit)).toBe("One");
});

describe("an agent that", () => {
  test.each<[string, () => void]>([
    ["switched to a branch of its own", () => void lab.git("switch", "--quiet", "--create", "mine")],
    ["detached HEAD", () => void lab.git("switch", "--quiet", "--detach")],
    ["left index.lock and HEAD.lock", () => leaveLocks()],
    ["deleted the file .git", () => rmSync(join(lab.dir, ".git"))],
    ["pointed .git at the user's repository", () => writeFileSync(join(lab.dir, ".git"), `gitdir: ${user.dir}/.git\n`)],
    ["made a repository in place of the worktree", () => makeAnother()],
    ["pruned git's entry of the worktree", () => rmSync(admin, { recursive: true })],
    ["broke the index", () => writeFileSync(join(admin, "index"), "broken")],
    ["staged something", () => void lab.git("add", "--all")],
    ["went to a branch without a commit", () => void lab.git("switch", "--quiet", "--orphan", "nothing")],
    ["rebased half way", () => halfRebase()],
    ["went back to a commit before the base", () => void lab.git("reset", "--quiet", "--hard", rootless())],
  ])("%s has its work sealed all the same", async (_name, misbehave) => {
    misbehave();
    lab.write("a.txt", "worked\n");
    const sealed = await lab.sealed();
    expect(user.git("show", `${BRANCH}:a.txt`)).toBe("worked");
    expect(sealed.commit).toBe(user.git("rev-parse", BRANCH));
    expect(user.git("merge-base", BRANCH, user.head())).toBe(user.head());
    expect(lab.git("symbolic-ref", "--short", "HEAD")).toBe(BRANCH);
    expect(lab.git("rev-parse", "--show-toplevel")).toBe(lab.dir);
    const { refs: _theirs, ...rest } = usersState(user);
    const { refs: _ours, ...was } = before;
    expect(rest).toEqual(was);
  });

  test("starts a history of its own has its files on top of where the task began", async () => {
    lab.git("switch", "--quiet", "--orphan", "fresh");
    lab.write("only.txt", "o\n");
    lab.git("add", "--all");
    lab.git("commit", "--quiet", "--message", "Fresh");
    const sealed = await lab.sealed();
    expect(user.git("rev-parse", `${sealed.commit}^`)).toBe(user.head());
    expect(sealed.changed).toMatchObject({
      created: ["only.txt"],
      deleted: [".gitignore", "a.txt", "b.txt", "src/c.ts"],
    });
  });

  test("makes repositories inside is told so; their files are not in the commit, and not lost", async () => {
    for (const [name, isCommitted] of [
      ["nested", true],
      ["deep/empty", false],
    ] as const) {
      const dir = join(lab.dir, name);
      mkdirSync(dir, { recursive: true });
      gitIn(dir, "init", "--quiet");
      writeFileSync(join(dir, "x.txt"), "x\n");
      if (isCommitted) gitIn(dir, "add", "--all");
      if (isCommitted) gitIn(dir, "commit", "--quiet", "--message", "x");
    }
    lab.write("deep/beside.txt", "b\n");
    const sealed = await lab.sealed();
    expect([...(sealed.skipped ?? [])].sort()).toEqual(["deep/empty", "nested"]);
    expect(sealed.paths).toEqual(["deep/beside.txt"]);
    await lab.ready({ attempt: "api.2", number: 2, changeset: "discard" });
    expect(readFileSync(join(lab.dir, "nested/x.txt"), "utf8")).toBe("x\n");
  });

  test("deletes its worktree is told, and the next attempt has it again", async () => {
    lab.write("a.txt", "kept\n");
    await lab.sealed();
    rmSync(lab.dir, { recursive: true });
    const failed = await lab.workspaces.seal(TASK);
    expect(failed).toMatchObject({ type: "gone", message: expect.stringContaining("was deleted") });
    await lab.ready({ attempt: "api.2", number: 2 });
    expect(lab.read("a.txt")).toBe("kept\n");
  });
});

test("a merge the agent was in the middle of is concluded", async () => {
  const other = integrate(user, { "a.txt": "theirs\n" });
  lab.write("a.txt", "ours\n");
  lab.git("commit", "--quiet", "--all", "--message", "Ours");
  expect(() => lab.git("merge", "--quiet", other)).toThrow();
  lab.write("a.txt", "both\n");
  const sealed = await lab.sealed();
  expect(user.git("rev-parse", `${sealed.commit}^2`)).toBe(other);
  expect(sealed.base).toBe(other);
  expect(existsSync(join(admin, "MERGE_HEAD"))).toBe(false);
});

function leaveLocks(): void {
  for (const name of ["index.lock", "HEAD.lock"]) writeFileSync(join(admin, name), "");
}

function makeAnother(): void {
  rmSync(join(lab.dir, ".git"));
  gitIn(lab.dir, "init", "--quiet");
}

function rootless(): string {
  return lab.git("commit-tree", "HEAD^{tree}", "-m", "Rootless");
}

function halfRebase(): void {
  lab.write("b.txt", "mine\n");
  lab.git("commit", "--quiet", "--all", "--message", "Mine");
  lab.git("switch", "--quiet", "--create", "upstream", "HEAD~1");
  lab.write("b.txt", "theirs\n");
  lab.git("commit", "--quiet", "--all", "--message", "Theirs");
  lab.git("switch", "--quiet", BRANCH);
  expect(() => lab.git("rebase", "--quiet", "upstream")).toThrow();
}
