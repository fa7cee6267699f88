/** Something was done that no agent may do. Seen from outside, so who did it is a matter of who was at work. */
import type { AttemptId } from "../../domain/work/attempt.ts";

export interface Violation {
  /**
   * advisor_wrote: one that was only to read; what it wrote is thrown away. integration_moved: the integration branch was
   * moved by somebody else and is set back. order_by_agent: an order that only a person may give; it was refused.
   */
  readonly rule: "outside_write" | "advisor_wrote" | "integration_moved" | "order_by_agent";
  readonly at: number;
  /** Attempts that lived when it happened: one of them, or a person, did it. */
  readonly attempts: readonly AttemptId[];
  /** Relative to the project; bounded. Of integration_moved: a sentence per move. Of order_by_agent: who gave it. */
  readonly paths: readonly string[];
}
