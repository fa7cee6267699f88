/** Where a branch of earlier work is found: here, or on the remote, from where it is fetched. Changes no branch of the person's. */

import { openGit } from "../../../effects/git/git.ts";
import { gitByAgents } from "../../project/git-by-agents.ts";
import type { Project } from "../../project/project.ts";

const FETCH_MS_MAX = 120_000;

/** A ref to begin at; null: there is none of that name. */
export async function findBranch(project: Project, branch: string | undefined): Promise<string | null> {
  if (branch === undefined) return null;
  const git = openGit(project.root);
  const has = async (ref: string): Promise<boolean> =>
    (await git.run(["rev-parse", "--quiet", "--verify", `${ref}^{commit}`])).ok;
  if (await has(`refs/heads/${branch}`)) return branch;
  // Nobody is asked by what an agent may have configured.
  if ((await gitByAgents(project)) !== null) return null;
  const listed = await git.run(["remote"]);
  for (const remote of listed.ok ? listed.out.split("\n").filter((name) => name !== "") : []) {
    const ref = `refs/remotes/${remote}/${branch}`;
    await git.run(["fetch", "--quiet", "--no-tags", "--", remote, `+refs/heads/${branch}:${ref}`], {
      timeoutMs: FETCH_MS_MAX,
    });
    if (await has(ref)) return `${remote}/${branch}`;
  }
  return null;
}
