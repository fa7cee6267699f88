/** What `reeve clean` decides by: one record per thing a run left behind. Types only; gathered by the files beside it. */
import type { RunBase } from "../../domain/spec/workspace.ts";

/**
 * at_work: a Reeve works on it. unreadable: its journal cannot be read, so nobody knows what it still needs.
 * unfinished: it can go on. ended: all its tasks have.
 */
export type Standing = "at_work" | "unreadable" | "unfinished" | "ended";

/** What the journal of a run tells. */
export interface KnownRun {
  readonly id: string;
  /** Its real path. */
  readonly dir: string;
  readonly standing: Standing;
  readonly heardAt: number;
  /** After so long without a Reeve its agents are ended. */
  readonly orphanMs: number;
  readonly base: RunBase | null;
  readonly tasks: readonly { readonly id: string; readonly title: string; readonly attempts: number }[];
  /** Attempts whose end the journal does not know yet. */
  readonly live: ReadonlySet<string>;
}

interface Common {
  readonly name: string;
  readonly bytes: number;
  /** Why it can never go, whatever its age. */
  readonly obstacle: string | null;
}

export interface WorktreeThing extends Common {
  readonly kind: "worktree";
  /** Absolute; null when only git's entry is left of it. */
  readonly dir: string | null;
  readonly path: string;
  /** Git's own folder for it; null when git does not know it. */
  readonly admin: string | null;
  /** The task that works in it; a name of Reeve's own begins with `@`. */
  readonly task: string;
  /** Reeve's own: what lies in it was made by checks and belongs to nobody. */
  readonly scratch: boolean;
  readonly head: string | null;
  /** Files that are in no commit. */
  readonly dirty: boolean;
  /** What git ignores in it; folders end in a slash. */
  readonly ignored: readonly string[];
  /** Its commits are in the integration branch or in the branch the run began from. */
  readonly merged: boolean;
  /** Its commits are on a branch. */
  readonly onBranch: boolean;
  readonly changedAt: number;
}

export interface BranchThing extends Common {
  readonly kind: "branch";
  readonly tip: string;
  readonly task: string | null;
  readonly integration: boolean;
  readonly merged: boolean;
  /** The worktree of ours it is checked out in. */
  readonly worktree: string | null;
  readonly changedAt: number;
}

export interface ParkedThing extends Common {
  readonly kind: "parked";
  readonly commit: string;
  readonly parkedAt: number;
}

export interface LogsThing extends Common {
  readonly kind: "logs";
  /** Null where it is not there. */
  readonly dir: string | null;
  readonly exit: string | null;
  readonly attempt: string;
  /** The journal does not know yet how this attempt ended. */
  readonly live: boolean;
  readonly changedAt: number;
}

export interface ProcessThing extends Common {
  readonly kind: "process";
  readonly attempt: string;
  readonly mark: string;
  readonly pids: readonly number[];
  /** No Reeve has been there for longer than agents may live alone. */
  readonly leaseOut: boolean;
}

/** What a Reeve that was killed left beside the run's lock. */
export interface LockThing extends Common {
  readonly kind: "lock";
}

export interface LeftoverThing extends Common {
  readonly kind: "leftover";
  readonly dir: string;
}

export type Thing = WorktreeThing | BranchThing | ParkedThing | LogsThing | ProcessThing | LockThing | LeftoverThing;

export interface RunFacts {
  readonly run: KnownRun;
  readonly things: readonly Thing[];
}
