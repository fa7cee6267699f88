/** What happens to the brake of a run, beside that the run is halted and asks. */
import type { Because } from "../../domain/because.ts";
import type { AttemptId } from "../../domain/work/attempt.ts";

export type BrakeEvent =
  /** Agents are held where they are, until a person releases it. */
  | { readonly type: "brake_paused"; readonly because: Because }
  | { readonly type: "attempt_paused"; readonly attempt: AttemptId }
  | { readonly type: "attempt_woken"; readonly attempt: AttemptId }
  /** A person released it: one agent at a time works until the first task is done. */
  | { readonly type: "release_staged" }
  /** That is over: all slots are free again. */
  | { readonly type: "release_completed" };
