/**
 * Puts the review of a pushed branch beside it on the remote, as the only file of a branch of its own: readable from every clone
 * where no forge shows a pull request, and never part of what is merged. The same text makes the same commit, so that publishing
 * again changes nothing; a branch of this name that holds something else is left as it is.
 */
import type { Proposal } from "../../domain/delivery/surface.ts";
import type { Git } from "../git/git.ts";
import { pushBranch } from "./push-branch.ts";
import type { RemoteRefs } from "./remote.ts";

export function reviewBranch(branch: string): string {
  return `${branch}-review`;
}

/** The branch it is on; null: it could not be put there. */
export async function pushReview(
  git: Git,
  remote: string,
  { branch, commit }: Pick<Proposal, "branch" | "commit">,
  text: string,
  refs: RemoteRefs,
): Promise<string | null> {
  const made = await reviewCommit(git, branch, commit, text);
  if (made === null) return null;
  const pushed = await pushBranch(git, remote, { branch: reviewBranch(branch), commit: made }, refs);
  return pushed.type === "pushed" ? reviewBranch(branch) : null;
}

async function reviewCommit(git: Git, branch: string, commit: string, text: string): Promise<string | null> {
  const blob = await git.run(["hash-object", "-w", "--no-filters", "--stdin"], { input: text });
  if (!blob.ok) return null;
  const tree = await git.run(["mktree"], { input: `100644 blob ${blob.out.trim()}\treview.md\n` });
  const date = await git.run(["show", "--no-patch", "--format=%ct", commit]);
  if (!tree.ok || !date.ok) return null;
  const at = `${date.out.trim()} +0000`;
  const made = await git.run(["commit-tree", tree.out.trim(), "-F", "-"], {
    input: `Review of ${branch}\n`,
    env: { GIT_AUTHOR_DATE: at, GIT_COMMITTER_DATE: at },
  });
  return made.ok ? made.out.trim() : null;
}
