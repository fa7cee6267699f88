/** What a lineage has used up, as one value. */
export interface RetryCounts {
  readonly malformed: number;
  readonly retries: number;
  /** Attempts that do not count against the lineage: made before a person last spoke, lost, or stopped by Reeve. */
  readonly attemptsBefore: number;
  /** Sent back by the merge queue. */
  readonly evictions: number;
  /** Model tiers above the plan's own. */
  readonly raised: number;
  /** Attempts lost in a row. */
  readonly lost: number;
  /** Attempts since a person last spoke that cost nothing: lost, limited, blocked. Absent: none. */
  readonly uncounted?: number;
  /** Answers that were refused for their form and have not been repaired since, by their digests. Absent: none. */
  readonly refused?: readonly string[];
  /** How often it failed by each failure since anything was changed, by the failure's name. Absent: by none. */
  readonly seen?: Readonly<Record<string, number>>;
  /** Of the retries, those that were made by whom it stands for. Absent: none. */
  readonly inherited?: number;
  /** Retries elsewhere in its lineage that a person's word has set back. Absent: none. */
  readonly forgiven?: number;
}

export const NO_COUNTS: RetryCounts = {
  malformed: 0,
  retries: 0,
  attemptsBefore: 0,
  evictions: 0,
  raised: 0,
  lost: 0,
};

/** A person's word opens the ladder from the bottom; the tier that was reached stays. */
export function countsAnew({ raised }: RetryCounts, attempts: number, forgiven = 0): RetryCounts {
  return { ...NO_COUNTS, raised, attemptsBefore: attempts, ...(forgiven > 0 && { forgiven }) };
}
