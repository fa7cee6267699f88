/** Cleaning for real: git, worktrees and files are real, only the journal is what the test says. */
import { existsSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { DAY_MS, HygieneLab, told } from "./hygiene-lab.ts";

const NOTHING_LEFT = ["kept branch reeve/r1/integration"];

test("of an ended run what is merged goes at once, and a second clean finds nothing to do", async () => {
  const lab = new HygieneLab();
  lab.work("api", { "api.txt": "api\n" });
  lab.integrate("api");
  const before = lab.fingerprint();
  const report = await lab.clean(0);
  expect(told(report)).toEqual([
    "kept branch reeve/r1/integration",
    "removed branch reeve/r1/api-api",
    "removed worktree worktrees/r1/api",
  ]);
  expect(report.bytes.worktree).toBeGreaterThan(0);
  expect(report.bytesTotal).toBe(report.bytes.worktree);
  expect(lab.branches()).toEqual(["main", "reeve/r1/integration"]);
  expect(lab.repository.git("worktree", "list", "--porcelain")).not.toContain("worktrees/r1");
  expect(existsSync(lab.path("worktrees", "r1"))).toBe(false);
  expect(existsSync(lab.path("trash"))).toBe(false);
  expect(told(await lab.clean(0))).toEqual(NOTHING_LEFT);
  expect(lab.fingerprint()).toBe(before);
});

test("a dry run tells the same, takes no lock and changes nothing", async () => {
  const lab = new HygieneLab();
  lab.work("api", { "api.txt": "api\n" });
  lab.integrate("api");
  const dry = await lab.clean(0, { dryRun: true });
  expect(told(dry)).toContain("would_remove worktree worktrees/r1/api");
  expect(lab.taken).toBe(0);
  expect(existsSync(lab.worktree("api"))).toBe(true);
  const wet = await lab.clean(0);
  expect(told(wet)).toEqual(told(dry).map((line) => line.replace("would_remove", "removed")));
  expect(wet.bytesTotal).toBe(dry.bytesTotal);
});

test("killed while it deleted, the next clean finishes: what was set aside goes, and git's entry with it", async () => {
  const lab = new HygieneLab();
  const dir = lab.work("api");
  lab.write("trash/r1/half/file.txt", "half deleted");
  rmSync(dir, { recursive: true });
  const report = await lab.clean(0);
  expect(told(report)).toEqual([
    "kept branch reeve/r1/integration",
    "removed branch reeve/r1/api-api",
    "removed leftover trash/r1/half",
    "removed worktree worktrees/r1/api",
  ]);
  expect(told(await lab.clean(0))).toEqual(NOTHING_LEFT);
});

test("Reeve's own worktrees go with the run, whatever checks left in them; before that they stay", async () => {
  const lab = new HygieneLab();
  const dir = lab.worktree("@integration");
  lab.repository.git("worktree", "add", "--quiet", "--detach", dir, "reeve/r1/integration");
  writeFileSync(join(dir, "coverage.txt"), "100 %\n");
  lab.known = { standing: "unfinished" };
  expect(told(await lab.clean(0))).toContain("kept worktree worktrees/r1/@integration");
  lab.known = {};
  expect(told(await lab.clean(0))).toContain("removed worktree worktrees/r1/@integration");
  expect(lab.refs("refs/reeve")).toEqual([]);
});

test("of a run that somebody works on nothing goes, however old", async () => {
  const lab = new HygieneLab();
  lab.work("api");
  lab.isAtWork = true;
  const report = await lab.clean(100);
  expect(new Set(report.items.map((item) => `${item.outcome}: ${item.because}`))).toEqual(
    new Set(["kept: a Reeve is working on this run"]),
  );
  expect(existsSync(lab.worktree("api"))).toBe(true);
});

test("of two cleans at once one does it and the other finds the run taken", async () => {
  const lab = new HygieneLab();
  for (const task of ["a", "b", "c"]) lab.work(task);
  const reports = await Promise.all([lab.clean(0), lab.clean(0)]);
  expect(reports.flatMap((report) => report.items).filter((item) => item.outcome === "failed")).toEqual([]);
  expect(told(await lab.clean(0))).toEqual(NOTHING_LEFT);
});

test("a run that is not over keeps its branches; after long its worktrees go", async () => {
  const lab = new HygieneLab();
  const dir = lab.work("api", { "api.txt": "api\n" });
  lab.known = { standing: "unfinished" };
  expect((await lab.clean(6)).items.every((item) => item.outcome === "kept")).toBe(true);
  expect(told(await lab.clean(8))).toEqual([
    "kept branch reeve/r1/api-api",
    "kept branch reeve/r1/integration",
    "removed worktree worktrees/r1/api",
  ]);
  expect(existsSync(dir)).toBe(false);
});

test("logs go by age, with their exits; the journal never, nor what the next Reeve must read", async () => {
  const lab = new HygieneLab();
  lab.tasks.push({ id: "api", title: "api", attempts: 4 });
  lab.known = { standing: "unfinished", live: new Set(["api.3"]) };
  const old = (Date.now() - 8 * DAY_MS) / 1000;
  for (const name of ["api.1", "api.2", "api.3", "unknown"]) {
    lab.write(`runs/r1/attempts/${name}/out.0`, "x".repeat(10_000));
    lab.write(`runs/r1/exits/${name}`, "{}");
    for (const path of [`attempts/${name}/out.0`, `attempts/${name}`, `exits/${name}`])
      if (name !== "api.2") utimesSync(lab.path("runs/r1", path), old, old);
  }
  lab.write("runs/r1/exits/api.4", "{}");
  utimesSync(lab.path("runs/r1/exits/api.4"), old, old);
  const report = await lab.clean(0);
  expect(told(report)).toEqual([
    "kept branch reeve/r1/integration",
    "kept logs runs/r1/attempts/api.2",
    "kept logs runs/r1/attempts/api.3",
    "kept logs runs/r1/attempts/unknown",
    "removed logs runs/r1/attempts/api.1",
    "removed logs runs/r1/attempts/api.4",
  ]);
  expect(report.bytes.logs).toBeGreaterThanOrEqual(10_000);
  expect(readdirSync(lab.path("runs/r1/exits")).toSorted()).toEqual(["api.2", "api.3", "unknown"]);
  expect(lab.path("runs/r1/journal.db")).toSatisfy(existsSync);
});

test("in a folder without git, logs are still cleaned", async () => {
  const lab = new HygieneLab();
  rmSync(join(lab.repository.dir, ".git"), { recursive: true });
  lab.tasks.push({ id: "api", title: "api", attempts: 1 });
  lab.write("runs/r1/attempts/api.1/out.0", "x");
  expect(told(await lab.clean(8))).toEqual(["removed logs runs/r1/attempts/api.1"]);
});
