/**
 * The port to the places where attempts work. All of it can be repeated: after a kill at any moment the same call ends
 * in the same state. What the machine does wrong (a full disk, a lock, a missing git) comes back as a failure; only bugs
 * throw. Nothing of it changes the user's checkout, index, stash, or any ref outside `reeve/`.
 */

import type { Failure } from "../../domain/proof/failure.ts";
import type { Changed } from "../../domain/proof/gate.ts";
import type { TaskId } from "../../domain/spec/plan.ts";
import type { Changeset, Workspace } from "../../domain/spec/workspace.ts";
import type { AttemptId } from "../../domain/work/attempt.ts";

export interface Workspaces {
  /** What a Reeve that takes over the run does first: half-made worktrees, stale locks and orphans of the one before. */
  readonly recover: () => Promise<Failure | null>;
  /** Where a task's agent works, whether it is there yet or not. Absolute. */
  readonly dirOf: (task: TaskId, title: string) => string;
  /** Makes the workspace of an attempt ready; several at once, within bounds. */
  readonly prepare: (order: PrepareOrder) => Promise<Prepared>;
  /** A place for one that only reads, at this commit; null: what is integrated. */
  readonly prepareReading: (task: TaskId, commit: string | null) => Promise<Prepared>;
  /** What was written there all the same; the place and all of it are gone afterwards. */
  readonly discardReading: (task: TaskId) => Promise<readonly string[]>;
  /** Commits all that the attempt left behind to the task's branch and says what the task has changed so far. Never asked for where there is no git. */
  readonly seal: (order: SealOrder) => Promise<Sealed>;
  /** The task's work is merged: its worktree goes, now or with the next Reeve, unless something in it is in no commit. */
  readonly leave: (task: TaskId, title: string) => Promise<void>;
  /** Another text as soon as its work changed; null: it cannot be told. Takes no lock. */
  readonly stamp: (task: TaskId, title: string) => Promise<string | null>;
  /** What differs in its worktree from this commit, commits of its own included; null: it cannot be told. Bounded. */
  readonly changedPaths: (task: TaskId, title: string, base: string) => Promise<readonly string[] | null>;
  /** Waits for worktrees that are going. */
  readonly close: () => Promise<void>;
  /** Paths in the user's own checkout, and of what its worktrees share in git's folder, that changed since the last look, and not by the user's own git; at most 50. */
  readonly outsideWrites: () => Promise<readonly string[]>;
  /** Sets the integration branch back where somebody else has moved it; says what was done since this was last asked. */
  readonly integrationMoves: () => Promise<readonly string[]>;
}

export interface PrepareOrder {
  readonly attempt: AttemptId;
  readonly task: TaskId;
  readonly title: string;
  readonly number: number;
  readonly changeset: Changeset;
  /** It is not wanted any more: commands of the user's that take long are ended. */
  readonly signal?: AbortSignal;
}

export type Prepared =
  | {
      readonly type: "ready";
      readonly dir: string;
      readonly workspace: Workspace | null;
      readonly parked: string | null;
      /** What of earlier work could not be had any more, in words; absent: nothing. */
      readonly lost?: string;
    }
  | { readonly type: "failed"; readonly failure: Failure };

export interface SealOrder {
  readonly attempt: AttemptId;
  readonly task: TaskId;
  readonly title: string;
}

/** A file that another task of this run brought in before this one began. */
export interface MadeByOther {
  readonly path: string;
  readonly task: TaskId;
  /** The attempt wrote it once more, just as it is. */
  readonly isRewritten: boolean;
}

export type Sealed =
  | {
      readonly type: "sealed";
      readonly dir: string;
      /** Tip of the task's branch; equal to `base` where nothing changed. */
      readonly commit: string;
      /** Where the task's branch and the integration branch part. */
      readonly base: string;
      readonly changed: Changed;
      /** All changed paths, relative to the project. */
      readonly paths: readonly string[];
      /** Files with conflict markers of a merge that Reeve had left to the agent. */
      readonly unresolved: readonly string[];
      /** Repositories inside the worktree, whose files git cannot hold, and files that are too large: not part of the commit, to be told. */
      readonly skipped?: readonly string[];
      /** Commits that the agent made and that are not whole, with why: not part of the work either, to be told. */
      readonly broken?: readonly { readonly commit: string; readonly why: string }[];
      /** Where nothing changed: what was written and git ignores, the latest first. */
      readonly ignored?: readonly string[];
      /** Where nothing changed: what others of this run had made before. */
      readonly already?: readonly MadeByOther[];
    }
  /** The attempt, or somebody else, has deleted the folder it worked in. */
  | { readonly type: "gone"; readonly message: string }
  | { readonly type: "failed"; readonly failure: Failure };
