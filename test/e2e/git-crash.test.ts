/**
 * kill -9 in the middle of worktree add, commit, merge or gate: no half merge, no stale lock, no merge twice, nothing
 * lost. REEVE_GIT_KILLS sets how many kills, REEVE_SEED plays one seed; a failing seed is in the message.
 */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { gitIn } from "../repository.ts";
import { type GitCrashRun, gitCrashRun, TASK_IDS } from "./git-crash-harness.ts";
import { fingerprint } from "./git-kit.ts";
import { eventsOf, ofType, waitFor } from "./kit.ts";
import { seedSource } from "./seed-source.ts";

const KILLS = Number(process.env["REEVE_GIT_KILLS"] ?? 60);
const KILLS_PER_RUN_MAX = 20;

describe("Reeve over a repository, killed with SIGKILL at random moments and started again", () => {
  it(`merges every task exactly once, over at least ${KILLS} kills`, async () => {
    const seeds = seedSource();
    let kills = 0;
    const lane = async () => {
      while (kills < KILLS) {
        const run = await gitCrashRun(seeds(), KILLS_PER_RUN_MAX);
        kills += run.kills;
        await inspect(run);
        run.project.remove();
      }
    };
    await Promise.all([lane(), lane()]);
    expect(kills).toBeGreaterThanOrEqual(KILLS);
  }, 900_000);
});

async function inspect(run: GitCrashRun): Promise<void> {
  try {
    await expectGoodEnd(run);
  } catch (error) {
    const what = error instanceof Error ? error.message : error;
    throw new Error(`seed ${run.seed}, ${run.kills} kills, in ${run.project.dir}: ${what}\n${run.err}`, {
      cause: error,
    });
  }
}

async function expectGoodEnd({ project, code }: GitCrashRun): Promise<void> {
  const git = (...args: string[]) => gitIn(project.dir, ...args);
  expect(code).toBe(0);
  expect(
    ofType(eventsOf(project), "task_done")
      .map(({ task }) => task)
      .toSorted(),
  ).toEqual(TASK_IDS.toSorted());
  // Every task is in the integration branch by exactly one merge, with its own file and its line in the shared one.
  const merges = git("log", "--first-parent", "--merges", "--format=%(trailers:key=Reeve-Task,valueonly)", "reeve/r1");
  expect(merges.split("\n").filter(Boolean).toSorted()).toEqual(TASK_IDS.toSorted());
  for (const id of TASK_IDS) expect(git("show", `reeve/r1:${id}.txt`)).toBe(id);
  expect(git("show", "reeve/r1:log.txt").split("\n").toSorted()).toEqual(["begin", ...TASK_IDS].toSorted());
  // The repository is whole, no lock is left, and the user's checkout is as it was committed.
  expect(git("fsck", "--no-dangling")).toBe("");
  expect(locksIn(join(project.dir, ".git"))).toEqual([]);
  expect(git("status", "--porcelain")).toBe("");
  expect(fingerprint({ project, git })["head"]).toBe("ref: refs/heads/main\n");
  await waitFor(() => project.leftovers().length === 0);
}

function locksIn(dir: string): string[] {
  if (!existsSync(dir)) return [];
  return readdirSync(dir, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".lock"));
}
