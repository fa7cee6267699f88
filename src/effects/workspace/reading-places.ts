/**
 * Places for agents that are only to read: a worktree of Reeve's own at the commit they are asked about. Whatever they
 * write there is seen, told and thrown away with the place; nothing of it can reach a branch.
 */
import { join } from "node:path";
import type { TaskId } from "../../domain/spec/plan.ts";
import { deleteAll } from "../hygiene/own-folders.ts";
import { openCandidateWorktree } from "../integration/candidate-worktree.ts";
import type { Prepared } from "./workspaces.ts";
import { listAdmins, type RunRepository } from "./worktree/run-repository.ts";
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
  const { git, repository, run } = repo;
  const read = await repo.integration.readHead();
  if (read.type === "failed") return read;
  const dir = readingDir(repo, task);
  const worktree = openCandidateWorktree({ git, run, repository, dir, setup: null });
  const checkedOut = await worktree.checkOut(commit ?? read.head.commit, signal);
  if (checkedOut.type !== "ready") return { type: "failed", failure: checkedOut.failure };
  return { type: "ready", dir: join(dir, repository.prefix), workspace: null, parked: null };
}

/** Paths that were written there, relative to the project. The place is gone afterwards. */
export async function discardReading(repo: RunRepository, task: TaskId): Promise<readonly string[]> {
  const { git, repository } = repo;
  const dir = readingDir(repo, task);
  const admin = (await listAdmins(repository.commonDir)).get(dir);
  if (admin === undefined) return [];
  const here = { cwd: dir, env: { GIT_DIR: admin, GIT_WORK_TREE: dir } };
  const status = await git.run(["status", "--porcelain=v1", "-z", "--untracked-files=all", "--no-renames"], here);
  await deleteAll(dir);
  await removeHalfMade(repository.commonDir, dir);
  const entries = status.out.split("\0").filter((entry) => entry !== "");
  return entries.map((entry) => repo.toProject(entry.slice(3)));
}
