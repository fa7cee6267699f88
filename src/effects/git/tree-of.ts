/** What a commit holds, as git names it. */
import type { Git } from "./git.ts";

/** Null where git cannot say. */
export async function treeOf(git: Git, commit: string): Promise<string | null> {
  const done = await git.run(["rev-parse", "--verify", "--quiet", "--end-of-options", `${commit}^{tree}`]);
  return done.ok ? done.out.trim() : null;
}
