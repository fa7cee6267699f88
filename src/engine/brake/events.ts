/** What happens to the brake of a run, beside that the run is halted and asks. */
export type BrakeEvent =
  /** A person released it: one agent at a time works until the first task is done. */
  | { readonly type: "release_staged" }
  /** That is over: all slots are free again. */
  | { readonly type: "release_completed" };
