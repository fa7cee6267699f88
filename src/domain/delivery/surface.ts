/**
 * The surface: where people look at finished work outside of Reeve, and how it gets into a branch of theirs. What is
 * asked for and what came of it, as data. Only a person's command leads here; no run ever does by itself.
 */

/** One branch as it is to be seen on a remote, and the pull request that goes with it. */
export interface Proposal {
  /** Its name on the remote; without `refs/heads/`. */
  readonly branch: string;
  readonly commit: string;
  /** What it is to be merged into; the remote's own default where it has no such branch. */
  readonly base: string | null;
  readonly title: string;
  /** Markdown, harmless already. */
  readonly body: string;
  /** Not meant to be merged as it is. */
  readonly draft: boolean;
}

export interface PublishWish {
  /** Absent: `origin`, or the only one there is. */
  readonly remote?: string;
  /** In the order in which they are to be merged. */
  readonly proposals: readonly Proposal[];
  /** Markdown, harmless already: goes to the remote too, beside each branch for which no pull request could be opened. */
  readonly review?: string;
}

export type Publication =
  /** There is nowhere to push to; `asked` when a remote was named that does not exist. */
  | { readonly type: "no_remote"; readonly asked: boolean; readonly sentence: string }
  | { readonly type: "failed"; readonly sentence: string }
  | {
      readonly type: "published";
      readonly remote: string;
      readonly parts: readonly PublishedPart[];
      /** What became of the notes with receipts: null, they are there; else why not. Absent: there are none. */
      readonly receipts?: string | null;
    };

export type PublishedPart =
  /** A pull request stands; `fresh` when it was opened just now, otherwise the push brought it up to date. */
  | { readonly type: "proposed"; readonly branch: string; readonly url: string; readonly fresh: boolean }
  /** The branch is on the remote, but nobody could open a pull request for it; `review`: the branch with its review, where it was asked for. */
  | { readonly type: "pushed"; readonly branch: string; readonly because: string; readonly review?: string }
  /** Nothing was changed on the remote. */
  | { readonly type: "refused"; readonly branch: string; readonly because: string };

export interface LandWish {
  readonly run: string;
  readonly title: string;
  /** The integration branch, and the commit of it that was proved. */
  readonly branch: string;
  readonly commit: string;
  readonly into: string;
  /** The commit the run began from, which `into` must have; null where a person has named the branch. */
  readonly base: string | null;
  readonly how: "any" | "fast_forward" | "merge";
  /** The hash of the receipt that closes the run, for the merge's trailer; absent: there is none. */
  readonly receipt?: string;
}

export type Landing =
  | {
      readonly type: "landed";
      readonly how: "fast_forward" | "merge";
      /** It is, file by file, what the run has proved: the branch had nothing besides. */
      readonly proved: boolean;
      readonly into: string;
      readonly from: string;
      readonly to: string;
      /** The branch was checked out here, and the files were brought up to date with it. */
      readonly checkout: boolean;
    }
  | { readonly type: "already"; readonly into: string; readonly at: string }
  /** Nothing was changed. */
  | { readonly type: "refused"; readonly sentence: string; readonly files: readonly string[] };

export type Difference =
  | { readonly type: "diff"; readonly text: string }
  | { readonly type: "failed"; readonly sentence: string };

/** What a command may do with a repository on a person's word. Never throws for what git, a remote or `gh` does. */
export interface Surface {
  /** What steers git here and is otherwise than when the run in this folder began: names of settings, files and refs. */
  readonly gitChanges: (runDir: string) => Promise<readonly string[]>;
  readonly diff: (from: string, to: string) => Promise<Difference>;
  /** Pushes and opens pull requests. Never replaces what it did not put there; the same wish again changes nothing. */
  readonly publish: (wish: PublishWish) => Promise<Publication>;
  /** Brings the commit into a local branch as a whole or not at all. */
  readonly land: (wish: LandWish) => Promise<Landing>;
}
