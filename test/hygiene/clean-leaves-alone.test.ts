/** What cleaning must never touch: what the user made, what lies behind a link, what it could not save. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { aRepository, gitIn } from "../repository.ts";
import { HygieneLab, told } from "./hygiene-lab.ts";

test("what the user made stays: their worktrees, and branches that only look like Reeve's", async () => {
  const lab = new HygieneLab();
  const { git, dir } = lab.repository;
  git("branch", "reeve/x");
  git("branch", "reeve/r2/api-api");
  git("branch", "reeve/r1/mine");
  git("worktree", "add", "--quiet", "-b", "theirs", join(dir, "..", "theirs"));
  git("worktree", "add", "--quiet", "-b", "inside", lab.worktree("mine"));
  git("worktree", "add", "--quiet", "-b", "gone", join(dir, "..", "gone"));
  rmSync(join(dir, "..", "gone"), { recursive: true });
  lab.work("api");
  git("worktree", "add", "--quiet", "-f", join(dir, "..", "looking"), "reeve/r1/api-api");
  const before = lab.branches();
  const report = await lab.clean(100);
  expect(lab.branches()).toEqual(before);
  expect(report.items.find((item) => item.name === "reeve/r1/mine")?.because).toBe("it belongs to no task of this run");
  expect(existsSync(lab.worktree("mine"))).toBe(true);
  const listed = git("worktree", "list");
  for (const name of ["theirs", "gone", "looking"])
    expect(listed).toContain(join(dir, "..", name).replace("/project/..", ""));
});

test("a branch the user has checked out themselves stays", async () => {
  const lab = new HygieneLab();
  const worktree = lab.work("api");
  gitIn(worktree, "checkout", "--quiet", "--detach");
  lab.repository.git("checkout", "--quiet", "reeve/r1/api-api");
  const report = await lab.clean(0);
  expect(report.items.find((item) => item.name === "reeve/r1/api-api")?.because).toBe(
    `it is checked out in ${lab.repository.dir}`,
  );
  expect(lab.repository.git("symbolic-ref", "HEAD")).toBe("refs/heads/reeve/r1/api-api");
});

test("links are never followed, wherever they stand in for a folder", async () => {
  const lab = new HygieneLab();
  const outside = join(lab.repository.dir, "..", "outside");
  mkdirSync(join(outside, "r9"), { recursive: true });
  writeFileSync(join(outside, "precious.txt"), "precious");
  // Named as an exit of ours would be.
  writeFileSync(join(outside, "api.2"), "precious");
  lab.tasks.push({ id: "api", title: "api", attempts: 3 });
  mkdirSync(lab.path("worktrees", "r1"), { recursive: true });
  symlinkSync(outside, lab.worktree("api"));
  symlinkSync(outside, lab.path("worktrees", "r9"));
  mkdirSync(lab.path("runs", "r1", "attempts"));
  symlinkSync(outside, lab.path("runs", "r1", "attempts", "api.1"));
  symlinkSync(outside, lab.path("runs", "r1", "exits"));
  lab.write("runs/r1/attempts/api.2/out.0", "old");
  symlinkSync(outside, lab.path("runs", "r1", "attempts", "api.2", "way-out"));
  symlinkSync(outside, lab.path("runs", "r9"));
  const report = await lab.clean(100, {}, { runs: ["r1", "r9"] });
  expect(told(report)).toEqual([
    "kept branch reeve/r1/integration",
    "kept logs runs/r1/attempts/api.1",
    "kept logs runs/r9",
    "kept worktree worktrees/r1/api",
    "removed logs runs/r1/attempts/api.2",
  ]);
  expect(readdirSync(outside).toSorted()).toEqual(["api.2", "precious.txt", "r9"]);
  expect(readFileSync(join(outside, "precious.txt"), "utf8")).toBe("precious");
});

test("a trash that is a link is not used", async () => {
  const lab = new HygieneLab();
  const dir = lab.work("api");
  const outside = join(lab.repository.dir, "..", "outside");
  mkdirSync(join(outside, "r1"), { recursive: true });
  symlinkSync(outside, lab.path("trash"));
  writeFileSync(join(outside, "r1", "precious.txt"), "precious");
  expect(told(await lab.clean(0))).toContain("failed worktree worktrees/r1/api");
  expect(existsSync(dir)).toBe(true);
  expect(readdirSync(join(outside, "r1"))).toEqual(["precious.txt"]);
});

test("a submodule whose new commit may exist only in the worktree keeps it", async () => {
  const lab = new HygieneLab();
  const library = aRepository({ "lib.txt": "1\n" });
  onTestFinished(() => library.remove());
  const { git } = lab.repository;
  git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", library.dir, "lib");
  lab.repository.commit("With a library");
  git("update-ref", "refs/heads/reeve/r1/integration", "main");
  lab.known = { base: { commit: lab.repository.head(), branch: "main" } };
  const [same, moved] = [lab.work("same", { "a.txt": "a" }), lab.work("moved")];
  for (const dir of [same, moved])
    gitIn(dir, "-c", "protocol.file.allow=always", "submodule", "--quiet", "update", "--init");
  gitIn(join(moved, "lib"), "commit", "--quiet", "--allow-empty", "--message", "Only here");
  gitIn(moved, "commit", "--quiet", "--all", "--message", "Move the library");
  for (const id of ["same", "moved"]) lab.integrate(id);
  const report = await lab.clean(100);
  expect(report.items.find((item) => item.name === "worktrees/r1/moved")?.because).toMatch(/moved a submodule/);
  expect(existsSync(join(moved, "lib", ".git"))).toBe(true);
  expect(told(report)).toContain("removed worktree worktrees/r1/same");
});

test("a repository that an agent made inside its worktree is not lost: its worktree stays", async () => {
  const lab = new HygieneLab();
  const [nested, forgotten, replaced] = [lab.work("a"), lab.work("b"), lab.work("c")];
  const begin = (dir: string): void => {
    mkdirSync(dir, { recursive: true });
    gitIn(dir, "init", "--quiet");
    gitIn(dir, "commit", "--quiet", "--allow-empty", "--message", "Own");
  };
  begin(join(nested, "inner"));
  begin(join(forgotten, "inner"));
  rmSync(join(lab.repository.dir, ".git", "worktrees", "b"), { recursive: true });
  rmSync(join(replaced, ".git"));
  begin(replaced);
  const report = await lab.clean(100);
  const worktrees = report.items.filter((item) => item.kind === "worktree");
  expect(worktrees.map((item) => item.outcome)).toEqual(["kept", "failed", "kept"]);
  for (const item of worktrees) expect(item.problem ?? item.because).toMatch(/repository of its own.*cannot be parked/);
  for (const dir of [nested, forgotten]) expect(existsSync(join(dir, "inner", ".git"))).toBe(true);
  expect(existsSync(join(replaced, ".git", "HEAD"))).toBe(true);
});
