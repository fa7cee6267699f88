/** What steers git otherwise than when a run began, and whether a person has accepted exactly that. Notes an acceptance. */
import type { Surface } from "../../domain/delivery/surface.ts";
import { isTrustedGit, trustGit } from "../../effects/git/trusted-git.ts";
import type { Project } from "../project/project.ts";

export interface GitAccepted {
  readonly changes: readonly string[];
  readonly isAccepted: boolean;
}

/** `wanted`: the person says so with this command. */
export async function gitAccepted(
  { root, stateDir }: Project,
  surface: Surface,
  runDir: string,
  wanted = false,
): Promise<GitAccepted> {
  const changes = await surface.gitChanges(runDir);
  if (changes.length === 0) return { changes, isAccepted: true };
  if (wanted) await trustGit(root, stateDir);
  return { changes, isAccepted: wanted || (await isTrustedGit(root, stateDir)) };
}
