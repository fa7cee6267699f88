/**
 * kill -9 in the middle of worktree add, commit, merge or gate: no half merge, no stale lock, no merge twice, nothing
 * lost. REEVE_GIT_KILLS sets how many kills, REEVE_SEED plays one seed; a failing seed is in the message.
 */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { gitIn } from "../repository.ts";
import { LONG_TEST_HANG_MS } from "../wait.ts";
import { type GitCrashRun, gitCrashRun, TASK_IDS } from "./git-crash-harness.ts";
import { fingerprint } from "./git-kit.ts";
import { allGone, eventsOf, ofType } from "./kit.ts";
import { seedSource } from "./seed-source.ts";

const KILLS = Number(process.env["REEVE_GIT_KILLS"] ?? 26);
const KILLS_PER_RUN_MAX = 20;
const KILLS_FOR_ALL = 26;

const MUST_BE_HIT = {
  worktreeAdd: ["update-ref-begin", "reset"],
  commit: ["add", "write-tree", "commit-tree", "update-ref-seal"],
  gate: ["gate", "checkout"],
  merge: ["merge-tree", "update-ref-merge", "merge"],
} as const;

describe("Reeve over a repository, killed with SIGKILL at chosen and at random moments and started again", () => {
  it(
    `merges every task exactly once, over at least ${KILLS} kills`,
    async () => {
      const seeds = seedSource();
      let kills = 0;
      const hits = new Map<string, number>();
      const lane = async () => {
        while (kills < KILLS) {
          const run = await gitCrashRun(seeds(), KILLS_PER_RUN_MAX);
          kills += run.kills.length;
          for (const hit of run.kills) hits.set(hit, (hits.get(hit) ?? 0) + 1);
          await inspect(run);
          run.project.remove();
        }
      };
      await Promise.all([lane(), lane()]);
      expect(kills).toBeGreaterThanOrEqual(KILLS);
      // Where the one seed or a few kills were asked for, not all of it can happen.
      if (KILLS >= KILLS_FOR_ALL && process.env["REEVE_SEED"] === undefined)
        for (const moments of Object.values(MUST_BE_HIT)) expect([...hits.keys()]).toSatisfy(hasOneOf(moments));
      process.stdout.write(`kills: ${[...hits].map(([what, count]) => `${what} ${count}`).join(", ")}\n`);
    },
    LONG_TEST_HANG_MS,
  );
});

function hasOneOf(wanted: readonly string[]): (hits: readonly string[]) => boolean {
  return (hits) => hits.some((hit) => wanted.includes(hit));
}

async function inspect(run: GitCrashRun): Promise<void> {
  try {
    await expectGoodEnd(run);
  } catch (error) {
    const what = error instanceof Error ? error.message : error;
    throw new Error(`seed ${run.seed}, kills: ${run.kills.join()}, in ${run.project.dir}: ${what}\n${run.err}`, {
      cause: error,
    });
  }
}

async function expectGoodEnd({ project, code }: GitCrashRun): Promise<void> {
  const git = (...args: string[]) => gitIn(project.dir, ...args);
  expect(code).toBe(0);
  // Killed before its first run was written down, it makes another.
  const [run = "", ...others] = git("for-each-ref", "--format=%(refname:short)", "refs/reeve/r*").split("\n");
  expect(others).toEqual([]);
  expect(
    ofType(eventsOf(project), "task_done")
      .map(({ task }) => task)
      .toSorted(),
  ).toEqual(TASK_IDS.toSorted());
  // Every task is in the integration branch by exactly one merge, with its own file and its line in the shared one.
  const merges = git("log", "--first-parent", "--merges", "--format=%(trailers:key=Reeve-Task,valueonly)", run);
  expect(merges.split("\n").filter(Boolean).toSorted()).toEqual(TASK_IDS.toSorted());
  for (const id of TASK_IDS) expect(git("show", `${run}:${id}.txt`)).toBe(id);
  expect(git("show", `${run}:log.txt`).split("\n").toSorted()).toEqual(["begin", ...TASK_IDS].toSorted());
  // The repository is whole, no lock is left, and the user's checkout is as it was committed.
  expect(git("fsck", "--no-dangling")).toBe("");
  expect(locksIn(join(project.dir, ".git"))).toEqual([]);
  expect(git("status", "--porcelain")).toBe("");
  expect(fingerprint({ project, git })["head"]).toBe("ref: refs/heads/main\n");
  await allGone(project);
}

function locksIn(dir: string): string[] {
  if (!existsSync(dir)) return [];
  return readdirSync(dir, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".lock"));
}
