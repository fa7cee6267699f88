/** What a runner is built with beside the system it works, and how its work can end. */
import type { JournalError } from "../../journal/journal-error.ts";
import type { JournalRecord } from "../../journal/rules.ts";
import type { Lease, Patience, PostedMail, Runs } from "../../journal/runs.ts";
import type { Clock } from "../time/clock.ts";
import type { Heart } from "../time/heart.ts";

export interface RunnerOptions<I, E, R> {
  readonly runs: Runs;
  /** The caller that builds a runner takes it, and releases it when the work is over. */
  readonly lease: Lease;
  readonly clock: Pick<Clock, "now" | "notBefore">;
  readonly dice: () => number;
  /** Whether to stay although it came to rest: somebody else may move it on. */
  readonly stays: (rest: R) => boolean;
  /** Absent: mail is taken. */
  readonly takesMail?: boolean;
  /** Who sent these, as far as that can be seen: for each why it is not taken, or null. Absent: mail is whose it says. */
  readonly vouch?: (mail: readonly PostedMail[]) => Promise<readonly (string | null)[]>;
  /** How to wait for a store that cannot be reached. Absent: not at all. */
  readonly patience?: Patience;
  /** Beats while it works, and records what is being done. Absent: nothing watches it. */
  readonly heart?: () => Heart;
  /** Each record, once it is durable, in order; and what a person is to hear of it. */
  readonly onRecord?: (record: JournalRecord<I, E>) => void;
  readonly onSentence?: (sentence: string) => void;
}

export type WorkEnd<S, R> =
  | { readonly type: R; readonly state: S }
  | { readonly type: "journal"; readonly error: JournalError }
  /** Reeve cannot work here; the sentence says what to do about it. */
  | { readonly type: "unusable"; readonly sentence: string };
