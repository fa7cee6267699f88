/** The surface of a real repository. Wiring, and the diff of a task; it decides nothing. */
import type { Difference, Surface } from "../../domain/delivery/surface.ts";
import { type Git, openGit } from "../git/git.ts";
import { changedSinceStart } from "../git/git-start.ts";
import { ownGitDir } from "../git/own-git.ts";
import { commitAt } from "./ancestry.ts";
import { land } from "./land.ts";
import { publish } from "./publish.ts";
import { short } from "./said-by.ts";

export function openSurface(root: string, env: NodeJS.ProcessEnv = process.env): Surface {
  const git = openGit(root);
  return {
    gitChanges: (runDir) => changedSinceStart(root, ownGitDir(runDir)),
    diff: (from, to) => diff(git, from, to),
    publish: (wish) => publish({ git, cwd: root, env }, wish),
    land: (wish) => land(git, wish),
  };
}

async function diff(git: Git, from: string, to: string): Promise<Difference> {
  const answer = await git.run(["diff", "--no-ext-diff", "--no-textconv", "--no-color", from, to, "--"]);
  if (answer.ok) return { type: "diff", text: answer.out };
  const sentence = (await commitAt(git, to))
    ? answer.failure.message
    : `The commit ${short(to)} is no longer in this repository, so there is no diff of it.`;
  return { type: "failed", sentence };
}
