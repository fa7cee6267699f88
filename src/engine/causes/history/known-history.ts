/**
 * Causes met in earlier runs, as a run is told of them when it is opened. Plain data; what is done where one of them is met
 * again is decided with the patterns of the run.
 */

export interface KnownHistory {
  /** What this project is called in the failure history. */
  readonly project: string;
  readonly causes: readonly KnownCause[];
  /** Names that many causes had in common, so that they tell nothing. Absent: none, or nobody looked. */
  readonly common?: readonly string[];
}

export interface KnownCause {
  /** Equal keys are equal causes. */
  readonly key: string;
  readonly says: string;
  readonly project: string;
  readonly run: string;
  readonly at: number;
  /** In how many failures of earlier runs of its project; absent in old runs: in one. */
  readonly times?: number;
  /** What was done about it, and what came of that; null: nothing is known. */
  readonly action: string | null;
  readonly outcome: string | null;
}
