/** Cleaning ends what dead runs left running, found by its mark, and nothing else. Real processes under real keepers. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { utimesSync } from "node:fs";
import { expect, onTestFinished, test } from "vitest";
import { attemptFolder } from "../../src/effects/processes/attempt-folder.ts";
import { HygieneLab, told } from "./hygiene-lab.ts";

/** A process with this in its environment; it says when it is there. */
async function running(
  env: Readonly<Record<string, string>>,
): Promise<{ child: ChildProcess; gone: Promise<unknown> }> {
  const child = spawn("/bin/sh", ["-c", "echo here; while :; do sleep 600; done"], {
    env: { PATH: "/usr/bin:/bin", ...env },
    stdio: ["ignore", "pipe", "ignore"],
    detached: true,
  });
  const gone = once(child, "exit");
  onTestFinished(async () => {
    if (child.pid !== undefined && isAlive(child)) process.kill(-child.pid, "SIGKILL");
    await gone;
  });
  if (child.stdout) await once(child.stdout, "data");
  return { child, gone };
}

function isAlive(child: ChildProcess): boolean {
  return child.exitCode === null && child.signalCode === null;
}

function lab(): HygieneLab & { mark: string } {
  const made = new HygieneLab();
  made.tasks.push({ id: "api", title: "api", attempts: 1 });
  made.write("runs/r1/lease", "x\n");
  return Object.assign(made, { mark: attemptFolder(made.path("runs", "r1"), "api.1").mark });
}

test("an agent and its keeper that no Reeve came back to are ended; others are not touched", async () => {
  const made = lab();
  const agent = await running({ REEVE_MARK: `outer:${made.mark}` });
  const keeper = await running({ REEVE_KEEPER: made.mark });
  const other = await running({ REEVE_MARK: `${made.mark}-other` });
  made.known = { standing: "unfinished" };
  expect(told(await made.clean(0))).toContain("kept process api.1");
  expect([agent, keeper, other].map(({ child }) => isAlive(child))).toEqual([true, true, true]);
  const hourAgo = Date.now() / 1000 - 3_700;
  utimesSync(made.path("runs", "r1", "lease"), hourAgo, hourAgo);
  expect(told(await made.clean(0))).toContain("removed process api.1");
  await Promise.all([agent.gone, keeper.gone]);
  expect(isAlive(other.child)).toBe(true);
  expect(told(await made.clean(0))).toEqual(["kept branch reeve/r1/integration"]);
});

test("what an agent of an ended run left running is ended at once, and what a check left as well", async () => {
  const made = lab();
  made.write("runs/r1/checks/attempts/c0ffee/out.0", "x");
  const agent = await running({ REEVE_MARK: made.mark });
  const check = await running({ REEVE_MARK: attemptFolder(made.path("runs", "r1", "checks"), "c0ffee").mark });
  const report = await made.clean(0);
  expect(told(report)).toEqual([
    "kept branch reeve/r1/integration",
    "kept logs runs/r1/checks/attempts/c0ffee",
    "removed process api.1",
    "removed process check c0ffee",
  ]);
  await Promise.all([agent.gone, check.gone]);
});

test("of a run that somebody works on no process is ended", async () => {
  const made = lab();
  const agent = await running({ REEVE_MARK: made.mark });
  made.isAtWork = true;
  expect(told(await made.clean(100))).toContain("kept process api.1");
  expect(isAlive(agent.child)).toBe(true);
});

test("while an agent waits for its Reeve, its worktree stays however old", async () => {
  const made = lab();
  made.tasks.pop();
  made.work("api");
  await running({ REEVE_MARK: made.mark });
  made.known = { standing: "unfinished", orphanMs: Number.POSITIVE_INFINITY };
  expect(told(await made.clean(100))).toEqual([
    "kept branch reeve/r1/api-api",
    "kept branch reeve/r1/integration",
    "kept process api.1",
    "kept worktree worktrees/r1/api",
  ]);
});
