/** What a worktree does not hold by itself: submodules and files of git-lfs. */
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { aRepository, gitIn, type TestRepository } from "../../../../test/repository.ts";
import { aWorkspaceLab, TASK, usersState } from "../../../../test/workspace-lab.ts";
import { submoduleWarning } from "./submodules.ts";

const removals: (() => void)[] = [];

afterEach(() => {
  for (const remove of removals.splice(0)) remove();
});

test("a submodule that is there is there in the worktree, without its remote and without a change to the configuration", async () => {
  const inner = kept(aRepository({ "inner.txt": "inner\n" }, "inner"));
  const library = kept(aRepository({ "lib.txt": "lib\n" }, "library"));
  library.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", inner.dir, "deep");
  library.commit("Add the inner one");
  const user = kept(aRepository());
  user.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", library.dir, "vendor/lib");
  user.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "update", "--init", "--recursive");
  user.commit("Add the library");
  library.remove();
  inner.remove();
  const before = usersState(user);
  const lab = await aWorkspaceLab(user);
  await lab.ready();
  expect(lab.read("vendor/lib/lib.txt")).toBe("lib\n");
  expect(lab.read("vendor/lib/deep/inner.txt")).toBe("inner\n");
  expect(gitIn(join(lab.dir, "vendor/lib"), "config", "remote.origin.url")).toBe(library.dir);
  expect(usersState(user)).toEqual(before);
  expect(submoduleWarning(lab.repository.submodules)).toBeNull();
  lab.write("a.txt", "a\n");
  expect((await lab.sealed()).paths).toEqual(["a.txt"]);
});

test("a submodule that is not initialised is told, and stays empty", async () => {
  const library = kept(aRepository({ "lib.txt": "lib\n" }, "library"));
  const user = kept(aRepository());
  user.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", library.dir, "vendor/lib");
  user.commit("Add the library");
  user.git("submodule", "--quiet", "deinit", "--force", "--all");
  const lab = await aWorkspaceLab(user);
  expect(submoduleWarning(lab.repository.submodules)).toContain("vendor/lib");
  await lab.ready();
  expect(existsSync(join(lab.dir, "vendor/lib/lib.txt"))).toBe(false);
});

test("what an agent configured in a submodule runs nothing when the next attempt gets it as it should be", async () => {
  const { user, lab } = await withLibrary();
  const inside = join(lab.dir, "vendor/lib");
  const mark = join(user.dir, ".reeve/fired");
  for (const [name, value] of Object.entries({
    "filter.evil.smudge": `echo smudge >> ${mark}; cat`,
    "filter.evil.clean": `echo clean >> ${mark}; cat`,
    "core.fsmonitor": `echo fsmonitor >> ${mark}; false`,
  }))
    gitIn(inside, "config", name, value);
  writeFileSync(join(inside, "lib.txt"), "evil\n");
  gitIn(inside, "-c", "core.fsmonitor=false", "commit", "--quiet", "--all", "--message", "Evil");
  const attributes = join(gitIn(inside, "rev-parse", "--absolute-git-dir"), "info/attributes");
  writeFileSync(attributes, "* filter=evil\n");
  await lab.ready({ attempt: "api.2", number: 2, changeset: "discard" });
  expect(lab.read("vendor/lib/lib.txt")).toBe("lib\n");
  expect(existsSync(mark)).toBe(false);
});

test("a submodule whose .git an agent led elsewhere is not touched: the task says where to look", async () => {
  const { user, lab } = await withLibrary();
  const users = join(user.dir, "vendor/lib");
  const [before, dir] = ["HEAD", "--absolute-git-dir"].map((what) => gitIn(users, "rev-parse", what));
  writeFileSync(join(lab.dir, "vendor/lib/.git"), `gitdir: ${dir}\n`);
  gitIn(users, "commit", "--quiet", "--allow-empty", "--message", "The user's own");
  const prepared = await lab.workspaces.prepare({ ...TASK, attempt: "api.2", number: 2, changeset: "discard" });
  expect(prepared).toMatchObject({ type: "failed", failure: { message: expect.stringContaining("leads elsewhere") } });
  expect(gitIn(users, "rev-parse", "HEAD^")).toBe(before);
});

test("files of git-lfs stay pointers where git-lfs is not installed, and the rest works", async () => {
  const pointer = "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n";
  const user = kept(aRepository({ "big.bin": pointer }));
  user.write(".gitattributes", "*.bin filter=lfs diff=lfs merge=lfs -text\n");
  user.git("-c", "filter.lfs.required=false", "add", "--all");
  user.git("commit", "--quiet", "--message", "Track");
  for (const [name, value] of [
    ["smudge", "git-lfs smudge -- %f"],
    ["clean", "git-lfs clean -- %f"],
    ["process", "git-lfs filter-process"],
    ["required", "true"],
  ] as const) {
    user.git("config", `filter.lfs.${name}`, value);
  }
  const lab = await aWorkspaceLab(user);
  await lab.ready();
  expect(lab.read("big.bin")).toBe(pointer);
  lab.write("other.bin", "x");
  expect((await lab.sealed()).paths).toEqual(["other.bin"]);
});

/** A user's repository with an initialised submodule, and a worktree of it. */
async function withLibrary() {
  const library = kept(aRepository({ "lib.txt": "lib\n" }, "library"));
  const user = kept(aRepository());
  user.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", library.dir, "vendor/lib");
  user.commit("Add the library");
  const lab = await aWorkspaceLab(user);
  await lab.ready();
  return { user, lab };
}

function kept(repository: TestRepository): TestRepository {
  removals.push(repository.remove);
  return repository;
}
