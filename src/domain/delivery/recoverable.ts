/** Work that is in no integrated commit and can still be brought back, wherever it lies. The words only. */
import type { ParkedAnswer } from "./hygiene.ts";

/**
 * parked: on a ref of its own. branch: on a task's branch, not merged. worktree: in a task's worktree, in no commit. stash: an
 * agent put it on the stash that all worktrees share. folder: a folder that no commit can hold, moved aside as it was.
 */
export const RECOVERABLE_KINDS = ["parked", "branch", "worktree", "stash", "folder"] as const;
export type RecoverableKind = (typeof RECOVERABLE_KINDS)[number];

export interface Recoverable {
  readonly kind: RecoverableKind;
  /** What a person calls it; no two have the same. */
  readonly name: string;
  readonly run: string;
  readonly task: string;
  readonly at: number;
  /** Changed against where its run parted; of a folder all there are. */
  readonly files: number;
  readonly added: number;
  readonly removed: number;
  /** On disk, beside git's objects. */
  readonly bytes: number;
  readonly subject: string;
  /** Null: it lies in files only. */
  readonly commit: string | null;
  /** Null: it lies in git only. */
  readonly path: string | null;
  /** What could not be kept with it, and why. */
  readonly leftOut: readonly string[];
}

/** Where it is brought to: a new branch, or a folder that is new or empty. */
export type RecoverTo = { readonly branch: string } | { readonly dir: string };

/** The port to all of it. Bringing back changes nothing that is there. */
export interface RecoverableWork {
  /** Newest first. `tasks`: branch → task, as far as journals tell. */
  readonly list: (tasks: ReadonlyMap<string, string>) => Promise<ParkedAnswer<readonly Recoverable[]>>;
  /** `by`: who wants it; where a branch is made, its own log says so. */
  readonly bring: (work: Recoverable, to: RecoverTo, by: string) => Promise<ParkedAnswer<RecoverTo>>;
}
