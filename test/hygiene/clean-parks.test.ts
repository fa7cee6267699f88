/** Work that is not merged: how long it stays, and that it is on a parked ref before it goes. */
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { gitIn } from "../repository.ts";
import { HygieneLab, told } from "./hygiene-lab.ts";

const NOTHING_LEFT = ["kept branch reeve/r1/integration"];

test("work that is not merged stays while it is young; when old it is parked, whole, before it goes", async () => {
  const lab = new HygieneLab();
  const dir = lab.work("api", { "api.txt": "api\n" });
  writeFileSync(join(dir, "new.txt"), "not committed\n");
  writeFileSync(join(dir, "noise.log"), "ignored\n");
  rmSync(join(dir, "README.md"));
  const before = lab.fingerprint();
  const tip = gitIn(dir, "rev-parse", "HEAD");
  const young = await lab.clean(6);
  expect(young.items.filter((item) => item.outcome !== "kept")).toEqual([]);
  expect(young.items.find((item) => item.kind === "worktree")?.because).toMatch(/in no commit, 6 d old, less than 7 d/);
  const old = await lab.clean(8);
  expect(old.items.find((item) => item.kind === "worktree")).toMatchObject({
    outcome: "removed",
    parked: "refs/reeve/parked/r1/api/clean-1",
  });
  // The one parked commit has the branch's commit too; the other has what git ignores, which is small and was written since.
  const parked = ["refs/reeve/parked/r1/api/clean-1", "refs/reeve/parked/r1/api/kept-2"];
  expect(lab.refs("refs/reeve/parked")).toEqual(parked);
  const { git } = lab.repository;
  expect(git("show", "refs/reeve/parked/r1/api/kept-2:noise.log")).toBe("ignored");
  expect(git("rev-parse", "refs/reeve/parked/r1/api/clean-1^")).toBe(tip);
  expect(git("show", "refs/reeve/parked/r1/api/clean-1:new.txt")).toBe("not committed");
  expect(git("ls-tree", "--name-only", "refs/reeve/parked/r1/api/clean-1").split("\n")).toEqual([
    ".gitignore",
    "api.txt",
    "new.txt",
    "src",
  ]);
  expect(git("show", "--no-patch", "--format=%B", "refs/reeve/parked/r1/api/clean-1")).toMatch(
    /Reeve-Run: r1\nReeve-Task: api\nReeve-Attempt: 1/,
  );
  expect(lab.branches()).toEqual(["main", "reeve/r1/integration"]);
  expect(told(await lab.clean(8))).toEqual([...NOTHING_LEFT, ...parked.map((ref) => `kept parked ${ref}`)]);
  expect(told(await lab.clean(16))).toContain("removed parked refs/reeve/parked/r1/api/clean-1");
  expect(told(await lab.clean(16))).toEqual(NOTHING_LEFT);
  expect(lab.fingerprint()).toBe(before);
});

test("a branch whose worktree is gone is parked when it is old", async () => {
  const lab = new HygieneLab();
  const dir = lab.work("api", { "api.txt": "api\n" });
  rmSync(dir, { recursive: true });
  expect(told(await lab.clean(0))).toContain("kept branch reeve/r1/api-api");
  const report = await lab.clean(8);
  expect(told(report)).toContain("removed worktree worktrees/r1/api");
  expect(lab.repository.git("show", "refs/reeve/parked/r1/api/clean-1:api.txt")).toBe("api");
  expect(lab.branches()).toEqual(["main", "reeve/r1/integration"]);
});

test("commits on no branch are parked too", async () => {
  const lab = new HygieneLab();
  const dir = lab.work("api");
  gitIn(dir, "checkout", "--quiet", "--detach");
  gitIn(dir, "commit", "--quiet", "--allow-empty", "--message", "Somewhere else");
  const lost = gitIn(dir, "rev-parse", "HEAD");
  await lab.clean(8);
  expect(existsSync(dir)).toBe(false);
  expect(lab.repository.git("for-each-ref", "--contains", lost, "--format=%(refname)")).toBe(
    "refs/reeve/parked/r1/api/clean-1",
  );
});

test("a folder git has forgotten is parked as it is", async () => {
  const lab = new HygieneLab();
  const dir = lab.work("api", { "api.txt": "api\n" });
  writeFileSync(join(dir, "new.txt"), "new\n");
  rmSync(join(lab.repository.dir, ".git", "worktrees"), { recursive: true });
  expect(told(await lab.clean(0))).toContain("kept worktree worktrees/r1/api");
  await lab.clean(8);
  expect(existsSync(dir)).toBe(false);
  expect(lab.repository.git("show", "refs/reeve/parked/r1/api/clean-1:new.txt")).toBe("new");
});

test("killed between parking and removing, the next clean does not park again", async () => {
  const lab = new HygieneLab();
  const dir = lab.work("api", { "api.txt": "api\n" });
  writeFileSync(join(dir, "new.txt"), "new\n");
  const tip = gitIn(dir, "rev-parse", "HEAD");
  await lab.clean(8);
  const { git } = lab.repository;
  git("worktree", "add", "--quiet", "-b", "reeve/r1/api-api", dir, tip);
  writeFileSync(join(dir, "new.txt"), "new\n");
  expect((await lab.clean(16)).items.find((item) => item.kind === "worktree")).toMatchObject({
    outcome: "removed",
    // Its first parked ref is just going: that one saves nothing.
    parked: "refs/reeve/parked/r1/api/clean-2",
  });
  git("worktree", "add", "--quiet", "-b", "reeve/r1/api-api", dir, tip);
  writeFileSync(join(dir, "new.txt"), "new\n");
  await lab.clean(16);
  expect(existsSync(dir)).toBe(false);
  expect(lab.refs("refs/reeve/parked")).toEqual(["refs/reeve/parked/r1/api/clean-2"]);
});

test("what cannot be parked or moved aside stays where it is, and its branch with it", async () => {
  const lab = new HygieneLab();
  const dir = lab.work("api", { "api.txt": "api\n" });
  writeFileSync(join(dir, "new.txt"), "new\n");
  lab.work("docs");
  lab.write("trash/r1", "in the way");
  expect(told(await lab.clean(8))).toEqual([
    "failed branch reeve/r1/api-api",
    "failed branch reeve/r1/docs-docs",
    "failed worktree worktrees/r1/api",
    "failed worktree worktrees/r1/docs",
    "kept branch reeve/r1/integration",
  ]);
  expect(readFileSync(join(dir, "new.txt"), "utf8")).toBe("new\n");
});
