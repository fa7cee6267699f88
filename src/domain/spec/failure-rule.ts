/** A rule of a user's own about what an output means: `failures:` in reeve.yaml. */
import type { FailureClass, RestartKind } from "../proof/failure.ts";

export interface FailureRule {
  /** Plain words that a line holds, in this order; `*` is anything, `{subject}` what it is about. */
  readonly match: string;
  readonly class: FailureClass;
  /** What the class deserves by default, if not given. */
  readonly restart?: RestartKind;
  readonly subject?: string;
  /** Only outputs of this tool. */
  readonly tool?: string;
}
