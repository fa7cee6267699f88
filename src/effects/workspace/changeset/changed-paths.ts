/** Which files a worktree has that its base has not, or otherwise: committed, staged or neither. It only looks and takes no lock. */
import type { TaskId } from "../../../domain/spec/plan.ts";
import { placeOf, type RunRepository } from "../worktree/run-repository.ts";
import { findWorktree } from "../worktree/worktree.ts";

const PATHS_MAX = 2_000;

/** Null: it cannot be told. */
export async function changedPathsOf(
  repo: RunRepository,
  task: TaskId,
  title: string,
  base: string,
): Promise<readonly string[] | null> {
  const found = await findWorktree(repo, placeOf(repo, task, title));
  if (!found?.ok) return null;
  const { here } = found.worktree;
  const { git } = repo;
  const changed = await git.run(["--no-optional-locks", "diff", "--name-only", "-z", "--no-renames", base, "--"], here);
  const added = await git.run(["--no-optional-locks", "ls-files", "--others", "--exclude-standard", "-z"], here);
  if (!changed.ok || !added.ok) return null;
  return `${changed.out}${added.out}`
    .split("\0")
    .filter((path) => path !== "")
    .slice(0, PATHS_MAX);
}
