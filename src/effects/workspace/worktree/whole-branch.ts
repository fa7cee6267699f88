/**
 * A task's branch whose commits git can no longer read, because their objects were pruned or lost, is set back to the newest state that is
 * whole: an earlier one of its own, or where it would begin. Otherwise every attempt would fail at the same place, and nobody's
 * answer could help. What is lost is told; a branch that is whole, or of which git says anything else, is left alone.
 */
import { lostOf } from "../../git/objects/lost-objects.ts";
import type { RunRepository, TaskPlace } from "./run-repository.ts";

/** What is lost, in words; null: nothing is. */
export async function makeBranchWhole({ git }: RunRepository, place: TaskPlace, start: string): Promise<string | null> {
  const { ref } = place;
  const found = await git.run(["rev-parse", "--verify", "--quiet", ref], { okCodes: [1] });
  const tip = found.out.trim();
  if (!found.ok || tip === "" || (await lostOf(git, tip, start)) === null) return null;
  const before = await wholeBefore(git, ref, start);
  const moved = await git.run(["update-ref", "-m", `reeve: ${tip} is gone`, ref, before ?? start, tip]);
  if (!moved.ok) return null;
  const from = before === null ? "from what is integrated" : `from its state before that (${before.slice(0, 8)})`;
  return `commits of its earlier attempts (${tip.slice(0, 8)}) are gone from the repository, and their worktree is, too: it begins ${from}`;
}

const LOOKED_MAX = 10;

/** By the branch's own log, newest first. */
async function wholeBefore(git: RunRepository["git"], ref: string, start: string): Promise<string | null> {
  for (let back = 1; back <= LOOKED_MAX; back += 1) {
    const found = await git.run(["rev-parse", "--verify", "--quiet", `${ref}@{${back}}^{commit}`]);
    const commit = found.out.trim();
    if (!found.ok || commit === "") continue;
    if (commit === start) return null;
    if ((await git.run(["rev-list", "--objects", "--quiet", commit, "--not", start])).ok) return commit;
  }
  return null;
}
