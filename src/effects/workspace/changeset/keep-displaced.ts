/**
 * The task's branch and the worktree's HEAD are about to be another commit. Where the agent committed on the task's branch
 * and then worked on another one, or made a history of its own, what it had there would be on no ref: it is parked first.
 * Moves nothing itself.
 */
import type { Failure } from "../../../domain/proof/failure.ts";
import { PARKED } from "../../../domain/spec/workspace.ts";
import { isAncestor } from "../../git/is-ancestor.ts";
import type { RunRepository, Worktree } from "../worktree/run-repository.ts";

interface Moved {
  /** What both are going to be, and what that was made on. */
  readonly commit: string;
  readonly parents: readonly string[];
  /** Where the branch was; absent: nowhere. */
  readonly tip?: string;
  /** Commits that are not whole: a ref to one would stop git's own housekeeping. */
  readonly broken: readonly string[];
}

export async function keepDisplaced(
  repo: RunRepository,
  { task }: Worktree,
  head: string | null,
  { commit, tip, parents, broken }: Moved,
): Promise<Failure | null> {
  const had = [head ?? "", tip ?? ""].filter((each) => each !== "" && !broken.includes(each));
  const open = had.filter((each) => each !== commit && !parents.includes(each));
  for (const each of new Set(open)) {
    const failure = (await isAncestor(repo.git, each, commit)) ? null : await park(repo, task, each);
    if (failure) return failure;
  }
  return null;
}

/** Named after the commit, so that it is parked once. Below a commit of today: the age of parked work counts from now. */
async function park({ git, run }: RunRepository, task: string, commit: string): Promise<Failure | null> {
  const ref = `${PARKED}${run}/${task}/left-${commit.slice(0, NAMED)}`;
  if ((await git.run(["rev-parse", "--verify", "--quiet", ref])).ok) return null;
  const why = `Kept: what ${task} had on its branch before it worked elsewhere`;
  const input = `${why}\n\nReeve-Run: ${run}\nReeve-Task: ${task}\n`;
  const made = await git.run(["commit-tree", `${commit}^{tree}`, "-p", commit, "-F", "-"], { input });
  if (!made.ok) return made.failure;
  const put = await git.run(["update-ref", "--create-reflog", "-m", "reeve: keep", ref, made.out.trim(), ""]);
  return put.ok ? null : put.failure;
}

const NAMED = 12;
