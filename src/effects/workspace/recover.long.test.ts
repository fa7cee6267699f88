/** After a kill at any moment the same orders end in the same state, and nothing of the user's is taken for ours. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { setImmediate } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";
import { aRepository, type TestRepository } from "../../../test/repository.ts";
import { thoroughly } from "../../../test/thoroughly.ts";
import { aWorkspaceLab, BRANCH, markerOf, usersState } from "../../../test/workspace-lab.ts";

let user: TestRepository;
const started: ChildProcess[] = [];

beforeEach(() => {
  const many = Array.from({ length: 300 }, (_, number) => [`files/${number}.txt`, `${number}\n`]);
  user = aRepository({ "a.txt": "a\n", ...Object.fromEntries(many) });
});

afterEach(async () => {
  for (const child of started.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill("SIGKILL");
    await once(child, "exit");
  }
  user.remove();
});

test("a git that outlived its Reeve is ended, and one of somebody else is not", async () => {
  const lab = await aWorkspaceLab(user);
  const ours = sleepingGit(markerOf(user.dir));
  const theirs = sleepingGit("another-run");
  await Promise.all([once(ours, "spawn"), once(theirs, "spawn")]);
  const ended = once(ours, "exit");
  expect(await lab.workspaces.recover()).toBeNull();
  await ended;
  expect(theirs.exitCode ?? theirs.signalCode).toBeNull();
});

test("locks of our worktrees and refs are removed, those of the user are not", async () => {
  const lab = await aWorkspaceLab(user);
  await lab.ready();
  const linked = join(dirname(user.dir), "linked");
  user.git("worktree", "add", "--quiet", "-b", "side", linked);
  const ours = [
    "worktrees/api/index.lock",
    "worktrees/api/HEAD.lock",
    `refs/heads/${BRANCH}.lock`,
    "refs/reeve/r1.lock",
  ];
  const theirs = ["index.lock", "HEAD.lock", "refs/heads/main.lock", "worktrees/linked/index.lock", "packed-refs.lock"];
  for (const name of [...ours, ...theirs]) writeFileSync(join(user.dir, ".git", name), "");
  expect(await lab.workspaces.recover()).toBeNull();
  const isThere = (name: string) => existsSync(join(user.dir, ".git", name));
  expect([ours.filter(isThere), theirs.filter(isThere)]).toEqual([[], theirs]);
});

test("a worktree that was not completely made is made again; the user's own is left alone", async () => {
  const lab = await aWorkspaceLab(user);
  await lab.ready({ task: "other", attempt: "other.1" });
  const git = join(user.dir, ".git");
  const linked = join(dirname(user.dir), "linked");
  user.git("worktree", "add", "--quiet", "--no-checkout", "-b", "side", linked);
  user.git("worktree", "add", "--quiet", "--no-checkout", "-b", BRANCH, lab.dir);
  writeFileSync(join(git, "worktrees/api/locked"), "initializing");
  writeFileSync(join(git, "worktrees/linked/locked"), "initializing");
  mkdirSync(join(git, "reeve-new-r1-abc"));
  expect(await lab.workspaces.recover()).toBeNull();
  expect([existsSync(lab.dir), existsSync(linked), existsSync(join(git, "reeve-new-r1-abc"))]).toEqual([
    false,
    true,
    false,
  ]);
  expect(readdirSync(join(git, "worktrees")).sort()).toEqual(["linked", "other"]);
  await lab.ready();
  expect(lab.git("status", "--porcelain")).toBe("");
});

test("a worktree that git was not told of yet is made again, and does not seem to have lost all its files", async () => {
  const lab = await aWorkspaceLab(user);
  mkdirSync(lab.dir, { recursive: true });
  writeFileSync(join(lab.dir, ".git"), `gitdir: ${join(user.dir, ".git/worktrees/api")}\n`);
  expect(await lab.workspaces.recover()).toBeNull();
  await lab.ready();
  expect(lab.git("status", "--porcelain")).toBe("");
  expect(existsSync(join(lab.dir, "a.txt"))).toBe(true);
});

test("an empty folder where the worktree was to be is no obstacle", async () => {
  const lab = await aWorkspaceLab(user);
  mkdirSync(lab.dir, { recursive: true });
  await lab.ready();
  expect(lab.read("a.txt")).toBe("a\n");
});

const MOMENTS: readonly [step: string, turns: number][] = [
  ["prepare 3", 150],
  ["prepare 1", 400],
  ["prepare 2", 100],
  ["seal 2", 50],
  ["prepare 1", 0],
  ["prepare 3", 600],
  ["seal 4", 0],
  ["prepare 5", 300],
];

test.each(MOMENTS.slice(0, thoroughly(MOMENTS.length, 3)))(
  "killed with -9 at %s and %i turns of the loop, the next Reeve goes on and loses nothing",
  async (step, turns) => {
    const before = usersState(user);
    const base = user.head();
    const steps = await playUntil(step, turns, base);
    const last = Number(/\d+$/.exec(steps.at(-1) ?? "1")?.[0]);
    const lab = await aWorkspaceLab(user);
    expect(await lab.workspaces.recover()).toBeNull();
    const changeset = (["keep", "update", "discard"] as const)[last % 3] ?? "keep";
    const order = { attempt: `api.${last}`, number: last, changeset };
    const prepared = await lab.ready(order);
    expect(await lab.ready(order)).toEqual(prepared);
    lab.write("a.txt", "in the end\n");
    expect((await lab.sealed(`api.${last}`)).base).toBe(base);
    expect(lab.git("status", "--porcelain")).toBe("");
    const locks = readdirSync(join(user.dir, ".git"), { recursive: true }).filter((name) =>
      String(name).endsWith(".lock"),
    );
    expect(locks).toEqual([]);
    // What was sealed by an attempt is on the branch, or parked.
    const parked = user.git("for-each-ref", "--format=%(refname)", "refs/reeve/parked").split("\n").filter(Boolean);
    const held = user.git("log", "--format=%B", BRANCH, ...parked);
    for (const done of steps.filter((each) => each.startsWith("prepare")).slice(1)) {
      expect(held).toContain(`Reeve-Attempt: api.${Number(done.slice(8)) - 1}\n`);
    }
    user.git("fsck", "--connectivity-only");
    expect(usersState(user)).toEqual(before);
  },
);

function sleepingGit(mark: string): ChildProcess {
  const env = { PATH: process.env["PATH"] ?? "", REEVE_MARK: mark };
  const child = spawn("git", ["-c", "alias.wait=!sleep 1000", "wait"], {
    cwd: user.dir,
    env,
    stdio: "ignore",
    detached: true,
  });
  started.push(child);
  return child;
}

/** The steps a Reeve of its own had begun when it was killed. */
async function playUntil(step: string, turns: number, base: string): Promise<readonly string[]> {
  const script = fileURLToPath(new URL("../../../test/workspace-process.ts", import.meta.url));
  const child = spawn(process.execPath, [script, user.dir, base, markerOf(user.dir)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  started.push(child);
  const ended = once(child, "exit");
  const steps: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    steps.push(line);
    if (line !== step) continue;
    for (let turn = 0; turn < turns; turn += 1) await setImmediate();
    child.kill("SIGKILL");
  }
  await ended;
  return steps;
}
