/**
 * Whatever an agent did in its worktree and whichever way that worktree, its branch or its place goes: every version of every
 * file that was there before is on a ref or on disk afterwards, also when git has thrown away all that no ref leads to.
 */
import { existsSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { describe, expect, onTestFinished, test } from "vitest";
import { clean } from "../../src/effects/hygiene/clean.ts";
import { linuxTable } from "../../src/effects/processes/table/linux-table.ts";
import { aRepository, gitIn, type TestRepository } from "../repository.ts";
import { thoroughly } from "../thoroughly.ts";
import {
  aWorkspaceLab,
  BRANCH,
  INTEGRATION,
  integrate,
  ownAdmin,
  stateDirOf,
  TASK,
  type WorkspaceLab,
} from "../workspace-lab.ts";
import { allWords, DEEDS, type Deed, doIn, lostOf } from "./agents-hands.ts";

const DAY_MS = 86_400_000;

interface Scene {
  readonly user: TestRepository;
  readonly lab: WorkspaceLab;
}

type Way = (scene: Scene) => Promise<void>;

/** Every way in which something goes, by what a person would call it. */
const WAYS: Readonly<Record<string, Way>> = {
  "its work is sealed": async ({ lab }) => void (await lab.workspaces.seal(TASK)),
  "its work is merged and its worktree left": async (scene) => {
    await merge(scene);
    await scene.lab.workspaces.leave(TASK.task, TASK.title);
    await scene.lab.workspaces.close();
  },
  "its work is merged, its worktree left and its branch cleaned": async (scene) => {
    await merge(scene);
    await scene.lab.workspaces.leave(TASK.task, TASK.title);
    await scene.lab.workspaces.close();
    await cleaned(scene, 0);
  },
  "its work is discarded": async ({ lab }) => {
    await lab.ready({ attempt: "api.2", number: 2, changeset: "discard" });
    await lab.ready({ attempt: "api.3", number: 3, changeset: "discard" });
  },
  "it is sent back with what was merged": async ({ user, lab }) => {
    integrate(user, { "a.txt": "merged by another\n", "b.txt": "new\n" });
    await lab.workspaces.prepare({ ...TASK, attempt: "api.2", number: 2, changeset: "update" });
  },
  "it deleted its folder, which is made anew": async ({ lab }) => {
    await lab.ready({ attempt: "api.2", number: 2 });
  },
  "it deleted its folder and Reeve is killed": async ({ user }) => {
    const next = await aWorkspaceLab(user);
    await next.workspaces.recover();
    await next.workspaces.close();
  },
  "git's note of it is lost and Reeve is killed": async ({ user, lab }) => {
    rmSync(`${ownAdmin(user.dir)}/reeve-ready.json`);
    const next = await aWorkspaceLab(user);
    await next.workspaces.recover();
    await next.ready({ attempt: "api.2", number: 2 });
    expect(existsSync(lab.dir)).toBe(true);
  },
  "it is cleaned when it is old": (scene) => cleaned(scene, 30),
  "it deleted its folder and is cleaned when it is old": (scene) => cleaned(scene, 30),
  "its work is merged and all is cleaned": async (scene) => {
    await merge(scene);
    await cleaned(scene, 0);
  },
};

async function merge({ user, lab }: Scene): Promise<void> {
  const sealed = await lab.workspaces.seal(TASK);
  if (sealed.type !== "sealed") return;
  for (const ref of ["refs/reeve/integrated/r1", `refs/heads/${INTEGRATION}`])
    user.git("update-ref", ref, sealed.commit);
}

async function cleaned({ user }: Scene, days: number): Promise<void> {
  const known = { id: "r1", standing: "ended", heardAt: 0, orphanMs: 1, live: new Set<string>() } as const;
  const base = { commit: user.git("rev-parse", "main"), branch: "main" };
  const tasks = [{ id: TASK.task, title: TASK.title, attempts: 1 }];
  const stateDir = stateDirOf(user.dir);
  rmSync(`${stateDir}/runs`, { recursive: true, force: true });
  user.write(".reeve/runs/r1/journal.db", "records");
  const report = await clean(
    {
      root: user.dir,
      stateDir,
      table: linuxTable(),
      runs: ["r1"],
      read: async () => ({ ...known, base, tasks }),
      isAtWork: async () => false,
      take: async () => async () => {},
      staleLock: () => null,
    },
    { dryRun: false, olderThanMs: 7 * DAY_MS, now: Date.now() + days * DAY_MS },
  );
  expect(report.items.filter(({ outcome }) => outcome === "failed")).toEqual([]);
}

async function scene(): Promise<Scene> {
  const user = aRepository({ "a.txt": "a\n", ".gitignore": "*.log\n" });
  const lab = await aWorkspaceLab(user);
  await lab.ready();
  return { user, lab };
}

/** What lies only in files is gone with a folder that the agent itself deletes; what it had staged or committed is not. */
async function play(name: string, deeds: readonly Deed[]): Promise<void> {
  const { user, lab } = await scene();
  try {
    deeds.forEach((deed, at) => {
      doIn(lab.dir, BRANCH, deed, `word-${at}`);
    });
    const index = join(user.dir, ".git/worktrees/api/index");
    const staged = gitIn(user.dir, `--git-dir=${dirname(index)}`, "ls-files", "--stage").split("\n");
    if (name.startsWith("it deleted")) rmSync(lab.dir, { recursive: true });
    const words = allWords(user, lab.dir);
    for (const [, id, path] of staged.map((line) => /^\d+ (\S+) \d\t(.*)$/.exec(line) ?? []))
      words.set(id ?? "", path ?? "");
    await WAYS[name]?.({ user, lab });
    expect(lostOf(user, lab.dir, words)).toEqual([]);
    expect(user.git("fsck", "--connectivity-only")).toBe("");
  } finally {
    user.remove();
  }
}

describe.each(Object.keys(WAYS))("when %s", (way) => {
  test("nothing is lost of what one deed of the agent made", async () => {
    for (const deed of DEEDS) await play(way, [deed]);
  });
});

test("whatever the agent did before, nothing is lost", async () => {
  const cases = fc.tuple(
    fc.constantFrom(...Object.keys(WAYS)),
    fc.array(fc.constantFrom(...DEEDS), { minLength: 2, maxLength: 5 }),
  );
  await fc.assert(
    fc.asyncProperty(cases, ([way, deeds]) => play(way, deeds)),
    { numRuns: thoroughly(16, 8) },
  );
});

test("what an advisor wrote where it was only to read is parked, also when it is asked again after a kill", async () => {
  const { user, lab } = await scene();
  onTestFinished(() => user.remove());
  const ready = await lab.workspaces.prepareReading("@debugger-1", null);
  if (ready.type !== "ready") throw new Error(ready.failure.message);
  doIn(ready.dir, BRANCH, "stays detached", "first");
  doIn(ready.dir, BRANCH, "writes a file", "second");
  const words = allWords(user, ready.dir);
  await lab.workspaces.prepareReading("@debugger-1", null);
  expect(lostOf(user, ready.dir, words)).toEqual([]);
  doIn(ready.dir, BRANCH, "writes a file", "third");
  const more = allWords(user, ready.dir);
  expect(await lab.workspaces.discardReading("@debugger-1")).toEqual(["new/third.txt"]);
  expect(existsSync(ready.dir)).toBe(false);
  expect(lostOf(user, ready.dir, more)).toEqual([]);
});

test("a repository that an agent made of its worktree is moved aside with its commits", async () => {
  const { user, lab } = await scene();
  onTestFinished(() => user.remove());
  rmSync(`${lab.dir}/.git`);
  lab.git("init", "--quiet");
  doIn(lab.dir, BRANCH, "commits", "own");
  const own = lab.git("rev-parse", "HEAD");
  await lab.ready({ attempt: "api.2", number: 2 });
  expect(lab.git("rev-parse", "--abbrev-ref", "HEAD")).toBe(BRANCH);
  expect(user.git("--git-dir", `${stateDirOf(user.dir)}/kept/r1/api-repository-1`, "show", `${own}:own.txt`)).toBe(
    "own",
  );
});
