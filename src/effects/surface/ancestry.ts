/** Questions about commits that several parts of the surface ask. Looks only. */
import type { Git } from "../git/git.ts";

/** False also where one of them is not known here. */
export async function isAncestor(git: Git, older: string, newer: string): Promise<boolean> {
  if ((await commitAt(git, older)) === null) return false;
  const answer = await git.run(["merge-base", "--is-ancestor", older, newer], { okCodes: [1] });
  return answer.ok && answer.code === 0;
}

/** The commit a full ref or a hash stands for; null where there is none. */
export async function commitAt(git: Git, name: string): Promise<string | null> {
  const found = await git.run(["rev-parse", "--verify", "--quiet", `${name}^{commit}`], { okCodes: [1] });
  return found.ok && found.code === 0 ? found.out.trim() : null;
}
