/** What went wrong, in one closed vocabulary, and which kind of restart each class deserves by default. */

export const FAILURE_CLASSES = [
  "rate_limit",
  "overloaded",
  "network",
  "timeout",
  "auth",
  "billing",
  "context_overflow",
  "max_turns",
  "budget",
  "malformed_output",
  "session_corrupt",
  "permission",
  "crash",
  "out_of_memory",
  "disk_full",
  "import_error",
  "type_error",
  "syntax_error",
  "test_failure",
  "lint_failure",
  "schema_mismatch",
  "file_not_found",
  "merge_conflict",
  "git_state",
  "dependency_install",
  "config_error",
  "spinning",
  "refusal_or_blocked",
  "gate_failure",
  "commitment_failure",
  "unknown",
] as const;

export type FailureClass = (typeof FAILURE_CLASSES)[number];

/** transient: the tree restarts it · persistent: one more try with changed context · terminal: a person first · unknown: up. */
export type RestartKind = "transient" | "persistent" | "terminal" | "unknown";

export interface Failure {
  readonly class: FailureClass;
  readonly restart: RestartKind;
  /** What it is about: a module, a file, a binary. */
  readonly subject?: string;
  /** One sentence for a person. */
  readonly message: string;
  /** When it may be tried again, where the other side said so: a limit that resets. */
  readonly retryAt?: number;
  /** The lines it was read from; bounded, never secrets. */
  readonly evidence: readonly string[];
}
