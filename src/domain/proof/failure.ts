/** What went wrong, in one closed vocabulary, and which kind of restart each class deserves by default. */
import type { MachineNeed } from "./machine-need.ts";

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
  "violation",
  "unknown",
] as const;

export type FailureClass = (typeof FAILURE_CLASSES)[number];

/** transient: the tree restarts it · persistent: one more try with changed context · terminal: a person first · unknown: up. */
export const RESTART_KINDS = ["transient", "persistent", "terminal", "unknown"] as const;
export type RestartKind = (typeof RESTART_KINDS)[number];

/** The kinds of things a failure can be about. */
export const ENTITY_KINDS = [
  "module",
  "symbol",
  "file",
  "table",
  "column",
  "migration",
  "database",
  "host",
  "program",
  "package",
  "model",
  "account",
  "variable",
  "port",
  "test",
  "rule",
  "branch",
  "setting",
  "session",
  "tool",
] as const;

export type EntityKind = (typeof ENTITY_KINDS)[number];

/** A thing that a failure names, in the one form that all who mean it share. */
export interface Entity {
  readonly kind: EntityKind;
  readonly name: string;
}

export interface Failure {
  readonly class: FailureClass;
  readonly restart: RestartKind;
  /** What it is about: a module, a file, a binary. */
  readonly subject?: string;
  /** All that it names, the likeliest to be its cause first. */
  readonly entities?: readonly Entity[];
  /** 0 to 1: how often an answer like this one is right. */
  readonly confidence?: number;
  /** One sentence for a person. */
  readonly message: string;
  /** The answer that could not be used, by its digest; absent: there was none. */
  readonly refused?: string;
  /** When it may be tried again, where the other side said so: a limit that resets. */
  readonly retryAt?: number;
  /** What this machine lacks; then it is nobody's failure, and all work waits for it. */
  readonly machine?: MachineNeed;
  /** The lines it was read from; bounded, never secrets. */
  readonly evidence: readonly string[];
}
