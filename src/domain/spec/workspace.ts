/**
 * Where attempts work, and what the refs in the user's repository are called. Names only: nothing here looks at a
 * repository. A branch `reeve/<run>` and branches below it cannot exist together in git, so the integration branch lies
 * beside those of the tasks, and the short name `reeve/<run>` is a symbolic ref to it.
 */
import type { TaskId } from "./plan.ts";

/** worktree: every task has a git worktree and a branch of its own. none: all work in the project's folder. */
export type Isolation = "worktree" | "none";

/**
 * What becomes of what earlier attempts left in the workspace. keep: go on with it. discard: park it on a ref and begin
 * again from the integrated state. update: keep it and merge the integrated state in, conflicts left in the files.
 */
export type Changeset = "keep" | "discard" | "update";

/** Why an attempt is followed by another one, as far as its changeset is concerned. */
export const CHANGESET_REASONS = ["crash", "budget", "spinning", "wrong"] as const;
export type ChangesetReason = (typeof CHANGESET_REASONS)[number];

/** Where a task was prepared to be worked on. */
export interface Workspace {
  readonly branch: string;
  /** The commit it began from. */
  readonly base: string;
}

/** The commit a run begins from, and the branch that was checked out then; null when HEAD was detached. */
export interface RunBase {
  readonly commit: string;
  readonly branch: string | null;
}

/** The branch all verified work of a run is merged into; without `refs/heads/`. */
export function integrationBranch(run: string): string {
  return `reeve/${run}/integration`;
}

/** `git log reeve/r1` finds the integration branch by it. */
export function integrationAlias(run: string): string {
  return `refs/reeve/${run}`;
}

export function taskBranch(run: string, task: TaskId, title: string): string {
  return `reeve/${run}/${task}-${slugOf(title)}`;
}

/** Work that was discarded by the attempt of this number lies here; number counts as attempts do. */
export function parkedRef(run: string, task: TaskId, number: number): string {
  return `${PARKED}${run}/${task}/${number}`;
}

export const PARKED = "refs/reeve/parked/";

const SLUG_LENGTH_MAX = 40;

/** Small letters, digits and single dashes; never empty, never at odds with git's rules for refs. */
function slugOf(title: string): string {
  const plain = title.normalize("NFKD").toLowerCase();
  const slug = plain.replace(/[^a-z0-9]+/g, "-").slice(0, SLUG_LENGTH_MAX);
  return slug.replace(/^-+|-+$/g, "") || "task";
}
