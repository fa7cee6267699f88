/** Something was done that no agent may do. Seen from outside, so who did it may be a matter of who was at work. */
import type { Response } from "../../domain/spec/violation-rule.ts";
import type { AttemptId } from "../../domain/work/attempt.ts";

export interface Violation {
  /**
   * The name of a rule, or one that Reeve looks for itself. advisor_wrote: one that was only to read; what it wrote is thrown
   * away. integration_moved: the integration branch was moved by somebody else and is set back. order_by_agent: an order that
   * only a person may give; it was refused. order_unproven: one that lay in the mailbox after Reeve was killed while agents
   * were at work, so that nobody can tell whose it is; it was taken. rules_touched: somebody went for reeve.yaml or Reeve's state.
   */
  readonly rule: string;
  readonly at: number;
  /** Who did it; where that is not known, those that lived then: one of them, or a person. */
  readonly attempts: readonly AttemptId[];
  /** What was seen: paths relative to the project, commands, hosts; bounded. */
  readonly paths: readonly string[];
  /** Absent: no rule says what follows; people are told. */
  readonly response?: Response;
  /** So often by now; absent: once. */
  readonly times?: number;
}
