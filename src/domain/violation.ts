/** Something was done that no agent may do. Seen from outside, so who did it is a matter of who was at work. */
import type { AttemptId } from "./attempt.ts";

export interface Violation {
  /** advisor_wrote: one that was only to read; what it wrote is thrown away. */
  readonly rule: "outside_write" | "advisor_wrote";
  readonly at: number;
  /** Attempts that lived when it happened: one of them, or a person, did it. */
  readonly attempts: readonly AttemptId[];
  /** Relative to the project; bounded. */
  readonly paths: readonly string[];
}
