/** Which places Reeve can work in, and what it says about the others. */
import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { aRepository, gitIn, type TestRepository } from "../../../test/repository.ts";
import { openRepository, resolveBase } from "./repository.ts";

const removals: (() => void)[] = [];

afterEach(() => {
  vi.unstubAllEnvs();
  for (const remove of removals.splice(0)) remove();
});

test("a repository is found from its toplevel, with its head and branch", async () => {
  const { dir, head } = kept(aRepository());
  expect(await openRepository(dir)).toEqual({
    ok: true,
    repository: {
      root: dir,
      toplevel: dir,
      commonDir: join(dir, ".git"),
      gitDir: join(dir, ".git"),
      prefix: "",
      head: head(),
      branch: "main",
      submodules: [],
    },
  });
});

test.each(["packages/app", "with space/ünï ∆"])(
  "a project in the subdirectory %s knows its way from the toplevel",
  async (path) => {
    const { dir } = kept(aRepository({ [`${path}/a.txt`]: "a\n" }, "odd 'näme' $(x)"));
    const opened = await openRepository(join(dir, path));
    expect(opened).toMatchObject({ ok: true, repository: { root: join(dir, path), toplevel: dir, prefix: path } });
  },
);

test("a project in a linked worktree shares the git folder of its repository", async () => {
  const { dir, git } = kept(aRepository());
  const linked = join(dirname(dir), "linked");
  git("worktree", "add", "--quiet", "-b", "side", linked);
  const opened = await openRepository(linked);
  expect(opened).toMatchObject({
    ok: true,
    repository: { toplevel: linked, commonDir: join(dir, ".git"), branch: "side" },
  });
});

test("a detached HEAD has no branch, and a run can begin from it", async () => {
  const { dir, git, head } = kept(aRepository());
  git("switch", "--quiet", "--detach");
  const repository = await opened(dir);
  expect(repository.branch).toBeNull();
  expect(await resolveBase(repository)).toEqual({ ok: true, base: { commit: head(), branch: null } });
});

test("the caller's GIT_DIR does not lead elsewhere", async () => {
  const { dir } = kept(aRepository());
  vi.stubEnv("GIT_DIR", join(dir, "elsewhere"));
  vi.stubEnv("GIT_WORK_TREE", "/");
  expect(await openRepository(dir)).toMatchObject({ ok: true, repository: { toplevel: dir } });
});

test("a plan's base may be a branch, a tag or a commit, and anything else is refused", async () => {
  const { dir, git, commit, head } = kept(aRepository());
  const first = head();
  git("tag", "v1");
  git("branch", "old");
  commit("Second");
  const repository = await opened(dir);
  for (const base of ["v1", "old", first, first.slice(0, 10), "HEAD~1"]) {
    const branch = base === "old" ? "old" : null;
    expect(await resolveBase(repository, base)).toEqual({ ok: true, base: { commit: first, branch } });
  }
  for (const base of ["nowhere", "--all", "", "HEAD:README.md"]) {
    const refused = await resolveBase(repository, base);
    expect(refused).toMatchObject({ ok: false, message: expect.stringContaining(`\`base\` ${JSON.stringify(base)}`) });
  }
});

test("a repository whose HEAD is garbage is named, and no other is proposed in its place", async () => {
  const { dir } = kept(aRepository());
  writeFileSync(join(dir, ".git", "HEAD"), "garbage\n");
  expect(await openRepository(dir)).toEqual({
    ok: false,
    message: `${join(dir, ".git")} is there, but git does not take it for a repository.`,
    hint: expect.stringContaining(join(dir, ".git", "HEAD")),
  });
});

test("no repository, no commit, no checkout: each is told in a sentence with what to do", async () => {
  const plain = realpathSync(mkdtempSync(join(tmpdir(), "reeve-plain-")));
  removals.push(() => rmSync(plain, { recursive: true }));
  expect(await openRepository(plain)).toEqual({
    ok: false,
    message: `${plain} is not in a git repository.`,
    hint: expect.stringContaining("`isolation: none`"),
  });
  const empty = kept(aRepository({}));
  expect(await openRepository(empty.dir)).toMatchObject({
    ok: false,
    message: expect.stringContaining("no commit yet"),
  });
  const bare = join(plain, "bare.git");
  gitIn(plain, "init", "--quiet", "--bare", bare);
  expect(await openRepository(bare)).toMatchObject({ ok: false, message: expect.stringContaining("bare repository") });
  expect(await openRepository(join(empty.dir, ".git"))).toMatchObject({
    ok: false,
    hint: expect.stringContaining("checkout"),
  });
});

test("a git that is missing or too old is named, with the version it has to be", async () => {
  const { dir } = kept(aRepository());
  const bin = join(dirname(dir), "bin");
  mkdirSync(bin);
  vi.stubEnv("PATH", bin);
  expect(await openRepository(dir)).toMatchObject({ ok: false, message: expect.stringContaining("git was not found") });
  writeFileSync(join(bin, "git"), "#!/bin/sh\necho git version 2.37.9\n");
  chmodSync(join(bin, "git"), 0o755);
  expect(await openRepository(dir)).toMatchObject({
    ok: false,
    message: expect.stringContaining("git version 2.37.9"),
  });
});

test.runIf(process.getuid?.() === 0)(
  "a repository of another user is refused with the setting that trusts it",
  async () => {
    const { dir } = kept(aRepository());
    vi.stubEnv("HOME", dirname(dir));
    vi.stubEnv("GIT_CONFIG_NOSYSTEM", "1");
    execFileSync("chown", ["-R", "12345:12345", dir]);
    const refused = await openRepository(dir);
    expect(refused).toMatchObject({ ok: false, message: expect.stringContaining("another user") });
    expect(refused).toMatchObject({ hint: expect.stringContaining(`safe.directory "${dir}"`) });
  },
);

test("submodules are listed with whether they are there", async () => {
  const library = kept(aRepository({ "lib.txt": "lib\n" }, "library"));
  const { dir, git, commit } = kept(aRepository());
  git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", library.dir, "vendor/lib");
  commit("Add the library");
  expect((await opened(dir)).submodules).toEqual([{ name: "vendor/lib", path: "vendor/lib", initialised: true }]);
  git("submodule", "--quiet", "deinit", "--force", "--all");
  expect((await opened(dir)).submodules).toEqual([{ name: "vendor/lib", path: "vendor/lib", initialised: false }]);
});

async function opened(dir: string) {
  const choice = await openRepository(dir);
  if (!choice.ok) throw new Error(choice.message);
  return choice.repository;
}

function kept(repository: TestRepository): TestRepository {
  removals.push(repository.remove);
  return repository;
}
