/** `hygiene:` of reeve.yaml, checked and complete. */
export interface HygieneConfig {
  /** What dead runs left is tidied up so often while a run is worked; 0: never. */
  readonly everyS: number;
  /** Work that is not merged is parked and goes from its worktree after so long. */
  readonly olderThanDays: number;
}
