/** Whether one commit is part of another's history. */
import type { Git } from "./git.ts";

/** False also where one of them is no commit. */
export async function isAncestor(git: Git, commit: string, of: string): Promise<boolean> {
  return (await git.run(["merge-base", "--is-ancestor", commit, of])).ok;
}
