/** Git where the project is: its place within the repository, and whether names mean commits there. Looks only. */
import { type Git, openGit } from "../../effects/git/git.ts";
import type { Project } from "../project/project.ts";
import { granted, type Reply, refused } from "../reply.ts";

export interface GitHere {
  readonly git: Git;
  /** Of the project within its repository; empty, or ending with a slash. */
  readonly prefix: string;
}

export async function openGitHere({ root }: Project): Promise<Reply<GitHere>> {
  const git = openGit(root);
  const found = await git.run(["rev-parse", "--show-prefix"]);
  return found.ok ? granted({ git, prefix: found.out.replace(/\n$/, "") }) : refused({ what: "no_repository", root });
}

/** Undefined: all of them mean a commit. */
export async function firstUnknown(git: Git, refs: readonly string[]): Promise<string | undefined> {
  for (const ref of refs) {
    const found = await git.run(["rev-parse", "--verify", "--quiet", "--end-of-options", `${ref}^{commit}`]);
    if (!found.ok) return ref;
  }
  return undefined;
}
