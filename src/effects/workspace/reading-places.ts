/**
 * Places for agents that are only to read: a worktree of Reeve's own at the commit they are asked about. Whatever they
 * write there is seen, told and parked; nothing of it can reach a branch, and the place goes.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Failure } from "../../domain/proof/failure.ts";
import type { TaskId } from "../../domain/spec/plan.ts";
import { deleteAll } from "../hygiene/own-folders.ts";
import { openCandidateWorktree } from "../integration/candidate-worktree.ts";
import type { Prepared } from "./workspaces.ts";
import { clearAway } from "./worktree/keep-worktree.ts";
import { callIn, entryOf, type RunRepository } from "./worktree/run-repository.ts";
import { removeHalfMade } from "./worktree/worktree.ts";

/** Tasks of a plan never begin so. */
export function isReading(task: TaskId): boolean {
  return task.startsWith("@");
}

export function readingDir(repo: RunRepository, task: TaskId): string {
  return join(repo.worktrees, task);
}

/** `commit` null: what is integrated. */
export async function prepareReading(
  repo: RunRepository,
  task: TaskId,
  commit: string | null,
  signal: AbortSignal,
): Promise<Prepared> {
  const { git, repository, run, own } = repo;
  const read = await repo.integration.readHead();
  if (read.type === "failed") return read;
  const dir = readingDir(repo, task);
  // What an earlier attempt wrote there, whose Reeve was killed before it looked.
  const { problem } = await clear(repo, task);
  if (problem) return { type: "failed", failure: problem };
  const worktree = openCandidateWorktree({ git, own, run, repository, dir, setup: null });
  const checkedOut = await worktree.checkOut(commit ?? read.head.commit, signal);
  if (checkedOut.type !== "ready") return { type: "failed", failure: checkedOut.failure };
  return { type: "ready", dir: join(dir, repository.prefix), workspace: null, parked: null };
}

/** Paths that were written there, relative to the project. The place is gone afterwards, unless what was written could not be kept. */
export async function discardReading(repo: RunRepository, task: TaskId): Promise<readonly string[]> {
  return (await clear(repo, task)).written;
}

interface Cleared {
  readonly written: readonly string[];
  readonly problem: Failure | null;
}

async function clear(repo: RunRepository, task: TaskId): Promise<Cleared> {
  const dir = readingDir(repo, task);
  const entry = await entryOf(repo, dir);
  if (entry === null && !existsSync(dir)) return { written: [], problem: null };
  const look = ["status", "--porcelain=v1", "-z", "--untracked-files=all", "--no-renames", "--ignore-submodules=dirty"];
  const status = entry && existsSync(dir) ? await repo.git.run(look, callIn(dir, entry.admin)) : null;
  const entries = status?.out.split("\0").filter((line) => line !== "") ?? [];
  const written = entries.map((entry) => repo.toProject(entry.slice(3)));
  const why = `what ${task} wrote where it was only to read`;
  const problem = await clearAway(repo, {
    task,
    dir,
    admin: entry?.admin ?? null,
    shown: entry?.shown,
    files: "all",
    why,
  });
  if (problem) return { written, problem };
  await deleteAll(dir);
  await removeHalfMade(repo, dir);
  return { written, problem: null };
}
