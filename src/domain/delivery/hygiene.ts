/**
 * What runs leave behind and what becomes of it, and work that was put aside. The words only: what may go is decided in
 * `effects/hygiene/plan-clean`.
 */

/** leftover: what an interrupted clean had already taken out of its place. */
export const CLEAN_KINDS = ["process", "worktree", "branch", "parked", "logs", "lock", "leftover"] as const;
export type CleanKind = (typeof CLEAN_KINDS)[number];

/** would_remove: found by a look that changes nothing. failed: it should have gone, `problem` says why it did not. */
export type CleanOutcome = "kept" | "removed" | "would_remove" | "failed";

export interface CleanItem {
  readonly kind: CleanKind;
  readonly run: string;
  /** A path below the state folder, a branch, a ref or an attempt. */
  readonly name: string;
  readonly bytes: number;
  readonly outcome: CleanOutcome;
  /** Why it goes or stays; a sentence without its full stop. */
  readonly because: string;
  /** The ref its work was put under before it went. */
  readonly parked?: string;
  readonly problem?: string;
}

export interface CleanReport {
  readonly dryRun: boolean;
  readonly olderThanMs: number;
  readonly items: readonly CleanItem[];
  /** Of what was removed, or would be. */
  readonly bytes: Readonly<Record<CleanKind, number>>;
  readonly bytesTotal: number;
}

export interface CleanWish {
  readonly dryRun: boolean;
  readonly olderThanMs: number;
  /** Only this run. */
  readonly run?: string;
  readonly now: number;
  /** What stays whatever its age; absent: nothing. */
  readonly keeps?: ReadonlySet<CleanKind>;
}

export const CLEAN_OLDER_THAN_MS = 7 * 24 * 3_600_000;

/** Work that was discarded or put aside, on a ref of its own. */
export interface ParkedWork {
  /** `<run>/<task>/<number>`: what a person calls it. */
  readonly name: string;
  readonly ref: string;
  readonly commit: string;
  readonly run: string;
  readonly task: string;
  /** Whose work it is; null where it was not put aside for another attempt. */
  readonly attempt: number | null;
  readonly at: number;
  readonly files: number;
  readonly added: number;
  readonly removed: number;
  /** The first line of its commit. */
  readonly subject: string;
  /** What could not be kept with it, and why. */
  readonly leftOut: readonly string[];
}

/** The port to parked work. What git refuses comes back as a sentence. */
export interface Parked {
  /** Newest first. */
  readonly list: () => Promise<ParkedAnswer<readonly ParkedWork[]>>;
  /** What it changed, as git writes it: a table of files, or the whole patch. */
  readonly show: (work: ParkedWork, as: "stat" | "patch") => Promise<ParkedAnswer<string>>;
  /** Makes the branch; refuses where there is one of this name. */
  /** `by`: who wants it; the branch's own log says so. */
  readonly restore: (
    work: ParkedWork,
    branch: string,
    by: string,
  ) => Promise<ParkedAnswer<{ readonly branch: string }>>;
}

export type ParkedAnswer<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly message: string };
