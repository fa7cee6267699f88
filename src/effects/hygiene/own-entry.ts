/** Where Reeve's own entry of a worktree lies, for whoever cleans a run without working on it. Names only. */
import { join } from "node:path";
import { ownGitDir } from "../git/own-git.ts";
import { ownEntryPath } from "../workspace/worktree/run-repository.ts";

interface OfRun {
  readonly stateDir: string;
  readonly run: { readonly id: string };
}

export function ownEntryOf({ stateDir, run }: OfRun, worktree: string): string {
  return ownEntryPath({ dir: ownGitDir(join(stateDir, "runs", run.id)) }, worktree);
}
