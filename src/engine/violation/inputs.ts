/** What was seen that no agent may do. */
import type { AttemptId } from "../../domain/work/attempt.ts";
import type { Giver } from "../../domain/work/giver.ts";

export type ViolationInput =
  /** `ended`: attempts that had ended since the look before; one of them may have done it too. */
  | {
      readonly type: "outside_write_seen";
      /** Absent: `outside_write`. */
      readonly rule?: "integration_moved";
      readonly paths: readonly string[];
      readonly ended: readonly AttemptId[];
    }
  /** One that was only to read has written; it is thrown away. */
  | { readonly type: "advisor_wrote"; readonly attempt: AttemptId; readonly paths: readonly string[] }
  /** An order from inside an attempt was refused. `attempts`: those it was, as far as that is known. */
  | { readonly type: "agent_ordered"; readonly attempts: readonly AttemptId[]; readonly by: Giver }
  /** A rule was broken. `attempts`: who did it, or, where that is not known, who was at work. */
  | {
      readonly type: "violation_found";
      readonly attempts: readonly AttemptId[];
      /** A rule's name, or `rules_touched`. */
      readonly rule: string;
      /** What was seen, bounded. */
      readonly what: readonly string[];
      /** How often by now; reported for the first, the tenth, the hundredth … */
      readonly times: number;
    };
