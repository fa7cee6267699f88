/** Cleaning with real journals and locks: a run in progress is left alone, and kill -9 at any moment loses nothing. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { cleanUp } from "../../src/app/machine/clean.ts";
import { loadConfig, loadPlan } from "../../src/app/project/load.ts";
import { findProject } from "../../src/app/project/project.ts";
import { createRun } from "../../src/app/run/create-run.ts";
import { CLEAN_OLDER_THAN_MS, type CleanReport, type CleanWish } from "../../src/domain/delivery/hygiene.ts";
import { integrationBranch } from "../../src/domain/spec/workspace.ts";
import { settingsOf } from "../../src/engine/settings.ts";
import { acquireLock } from "../../src/journal/sqlite/folder-lock.ts";
import type { Io } from "../../src/views/cli/io.ts";
import { cleanCommand } from "../../src/views/cli/machine/clean.ts";
import { until } from "../wait.ts";
import { DAY_MS, HygieneLab, told } from "./hygiene-lab.ts";

const TASKS = ["a", "b", "c"];

/** A run that was made and never worked on, with a dirty worktree for each of its tasks. */
async function aRun(): Promise<HygieneLab> {
  const lab = new HygieneLab();
  lab.repository.write("reeve.yaml", "agents: { sh: { adapter: command, command: [/bin/true] } }\n");
  const tasks = TASKS.map((id) => `  - { id: ${id}, title: ${id}, prompt: Work. }\n`).join("");
  lab.repository.write("plan.yaml", `title: A plan\ntasks:\n${tasks}`);
  lab.repository.commit("A plan");
  lab.repository.git("update-ref", `refs/heads/${integrationBranch("r1")}`, "main");
  const project = findProject(lab.repository.dir);
  const [config, loaded] = [loadConfig(project), loadPlan(project, "plan.yaml", lab.repository.dir)];
  if (!config.ok || !loaded.ok) throw new Error(JSON.stringify([config, loaded]));
  // The lab's own journal is none.
  const start = { base: { commit: lab.base, branch: "main" }, gates: [] };
  rmSync(lab.path("runs"), { recursive: true });
  await createRun(project, loaded.value, settingsOf(config.value), start, () => Date.now());
  for (const id of TASKS) writeFileSync(join(lab.work(id, { [`${id}.txt`]: id }), "open.txt"), `${id} is not done\n`);
  return lab;
}

async function clean(lab: HygieneLab, days: number, wish: Partial<CleanWish> = {}): Promise<CleanReport> {
  const now = Date.now() + days * DAY_MS;
  const all = { dryRun: false, olderThanMs: CLEAN_OLDER_THAN_MS, now, ...wish };
  const cleaned = await cleanUp(findProject(lab.repository.dir), all);
  if (!cleaned.ok) throw new Error(cleaned.refusal.what);
  return cleaned.value;
}

test("a run somebody holds is left alone; once they let go, and it is old, its work is parked and goes", async () => {
  const lab = await aRun();
  const before = lab.fingerprint();
  const lock = acquireLock(lab.path("runs", "r1"));
  if (!("release" in lock)) throw new Error("held");
  for (const dryRun of [true, false])
    expect(new Set((await clean(lab, 100, { dryRun })).items.map(({ because }) => because))).toEqual(
      new Set(["a Reeve is working on this run"]),
    );
  lock.release();
  expect((await clean(lab, 1)).items.every((item) => item.outcome === "kept")).toBe(true);
  const report = await clean(lab, 100);
  expect(told(report).filter((line) => line.startsWith("removed"))).toEqual(
    TASKS.map((id) => `removed worktree worktrees/r1/${id}`),
  );
  expectAllParked(lab);
  expect((await clean(lab, 100)).items.every((item) => item.outcome === "kept")).toBe(true);
  expect(existsSync(lab.path("runs", "r1", "journal.db"))).toBe(true);
  expect(lab.fingerprint()).toBe(before);
});

test("the word of a Reeve that was killed is taken back", async () => {
  const lab = await aRun();
  writeFileSync(lab.path("runs", "r1", "holder.json"), '{"pid":1}\n');
  expect(told(await clean(lab, 0, { dryRun: true }))).toContain("would_remove lock runs/r1/holder.json");
  expect(told(await clean(lab, 0))).toContain("removed lock runs/r1/holder.json");
  expect(existsSync(lab.path("runs", "r1", "holder.json"))).toBe(false);
});

test("a run whose journal cannot be read keeps everything", async () => {
  const lab = await aRun();
  writeFileSync(lab.path("runs", "r1", "journal.db"), "not a database, by no means whatsoever");
  const report = await clean(lab, 100);
  expect(report.items.length).toBeGreaterThan(TASKS.length);
  expect(report.items.every((item) => item.outcome === "kept" && /cannot be read/.test(item.because))).toBe(true);
});

const MOMENTS: [name: string, when: (lab: HygieneLab) => boolean][] = [
  ["the first is parked", (lab) => existsSync(join(lab.repository.dir, ".git/refs/reeve/parked/r1/a"))],
  ["the first is moved aside", (lab) => !existsSync(lab.worktree("a"))],
  ["git has forgotten the first", (lab) => !existsSync(join(lab.repository.dir, ".git/worktrees/a"))],
  ["the last is parked", (lab) => existsSync(join(lab.repository.dir, ".git/refs/reeve/parked/r1/c"))],
];

test.each(MOMENTS)("kill -9 when %s: the next clean finishes, and all work is parked once", async (_, when) => {
  const lab = await aRun();
  const now = Date.now() + 100 * DAY_MS;
  const script = fileURLToPath(new URL("clean-process.ts", import.meta.url));
  const child = spawn(process.execPath, [script, lab.repository.dir, String(now)], { stdio: "inherit" });
  const gone = once(child, "exit");
  onTestFinished(() => void child.kill("SIGKILL"));
  await until("the moment to kill it", () => when(lab) || child.exitCode !== null);
  child.kill("SIGKILL");
  await gone;
  const report = await clean(lab, 100, { now });
  expect(report.items.filter((item) => item.outcome === "failed")).toEqual([]);
  expectAllParked(lab);
  expect((await clean(lab, 100, { now })).items.filter((item) => item.outcome !== "kept")).toEqual([]);
  expect(existsSync(lab.path("worktrees", "r1"))).toBe(false);
  expect(existsSync(lab.path("trash"))).toBe(false);
  expect(readdirSync(lab.path()).toSorted()).toEqual([".gitignore", "runs", "worktrees"]);
});

function expectAllParked(lab: HygieneLab): void {
  expect(lab.refs("refs/reeve/parked")).toEqual(TASKS.map((id) => `refs/reeve/parked/r1/${id}/clean-1`));
  for (const id of TASKS)
    expect(lab.repository.git("show", `refs/reeve/parked/r1/${id}/clean-1:open.txt`)).toBe(`${id} is not done`);
}

test("the command says what goes, what stays and why; mistakes change nothing", async () => {
  const lab = await aRun();
  const run = async (given: object, days = 100): Promise<{ code: number; out: string; err: string }> => {
    let [out, err] = ["", ""];
    const now = (): number => Date.now() + days * DAY_MS;
    const io = {
      cwd: lab.repository.dir,
      now,
      out: (text: string) => (out += text),
      err: (text: string) => (err += text),
    };
    const code = await cleanCommand(io as unknown as Io, { olderThan: "7d", ...given });
    return { code, out, err };
  };
  for (const olderThan of ["", "7", "0d", "-1d", "7 days", "1.5h", "7m", "999999d"])
    expect(await run({ olderThan })).toMatchObject({
      code: 2,
      err: expect.stringMatching(/36h, 7d or 2w.*Nothing was changed/),
    });
  expect(await run({ run: "r7" })).toMatchObject({ code: 2, err: expect.stringContaining("Known runs: r1.") });
  const dry = await run({ dryRun: true, run: "r1" });
  expect(dry.code).toBe(0);
  expect(dry.out).toMatch(
    /^would go {2}worktree {2}worktrees\/r1\/a: \d+ kB, changes that are in no commit, 100 d old; it is parked first$/m,
  );
  expect(dry.out).toMatch(/^kept {6}branch {4}reeve\/r1\/integration: the result of the run$/m);
  expect(dry.out).toMatch(/Would free \d+ kB: 3 worktrees \(\d+ kB\)\. Nothing was changed/);
  expect(existsSync(lab.worktree("a"))).toBe(true);
  const json = JSON.parse((await run({ json: true, olderThan: "36h" })).out) as CleanReport;
  expect(json).toMatchObject({ dryRun: false, olderThanMs: 36 * 3_600_000 });
  expect(json.bytesTotal).toBe(json.bytes.worktree);
  expect((await run({})).out).toMatch(/Nothing to clean\.\n$/);
});
