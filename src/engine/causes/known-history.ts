/** Causes met in earlier runs, as a run is told of them when it is opened. Information only: nothing is decided by it. */

export interface KnownHistory {
  /** What this project is called in the failure history. */
  readonly project: string;
  readonly causes: readonly KnownCause[];
}

export interface KnownCause {
  /** Equal keys are equal causes. */
  readonly key: string;
  readonly says: string;
  readonly project: string;
  readonly run: string;
  readonly at: number;
  /** What was done about it, and what came of that; null: nothing is known. */
  readonly action: string | null;
  readonly outcome: string | null;
}
