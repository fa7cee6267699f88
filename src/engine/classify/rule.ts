/**
 * What a rule of the classifier is. Rules are data: a line (or how the process ended) that means a class, how sure that
 * is, and where its subject stands. Nothing is decided here.
 */
import type { FailureClass, RestartKind } from "../../domain/proof/failure.ts";

/**
 * certain: nothing else prints this · strong: a tool's own error · fair: usual words of an error · weak: a word that
 * also occurs elsewhere · hint: only better than nothing · guess: what a tool usually means. `user` is for rules of reeve.yaml and wins.
 */
export const STRENGTHS = { user: 300, certain: 90, strong: 75, fair: 60, weak: 42, hint: 22, guess: 0.5 } as const;
export type Strength = keyof typeof STRENGTHS;

export interface Rule {
  readonly class: FailureClass;
  /** Where it differs from what the class deserves by default. */
  readonly restart?: RestartKind;
  readonly strength: Strength;
  /** Lower-case, separated by `|`; a line without any of these is not looked at further. */
  readonly has?: string;
  /** Tried on the cleaned line. A named group is the subject; of several patterns the first that names one counts. */
  readonly match?: RegExp | readonly RegExp[];
  /** Instead of `match`: a pattern of plain words, as users write it; see text-pattern.ts. */
  readonly words?: string;
  /** A line like this is not meant. */
  readonly unless?: RegExp;
  /** Not a line but how the process ended. */
  readonly exit?: { readonly codes?: readonly number[]; readonly signals?: readonly string[]; readonly any?: true };
  /** A status that many causes share: a certain rule of these classes tells which of them it is. */
  readonly yieldsTo?: readonly FailureClass[];
  /** Only for outputs of these tools. */
  readonly tools?: readonly string[];
  readonly subject?: SubjectSource;
  /** It counts even inside the report of a failed test: the environment was wrong, not the code under test. */
  readonly inTests?: true;
  /** It counts on lines that only quote or list: names of tests, stack frames, excerpts of source. */
  readonly onQuoted?: true;
}

export type SubjectSource =
  | { readonly is: string }
  /** The nearest line that fits, so many lines before or after; its group `s`, put in place of the `*` of `as`. */
  | {
      readonly near: RegExp;
      readonly back?: number;
      readonly ahead?: number;
      readonly as?: string;
      readonly else?: SubjectSource;
    }
  /** The API that is spoken of anywhere in the text. */
  | { readonly from: "provider" };

/** What a class deserves where a rule does not say otherwise. */
export const DEFAULT_RESTARTS: Readonly<Record<FailureClass, RestartKind>> = {
  rate_limit: "transient",
  overloaded: "transient",
  network: "transient",
  timeout: "transient",
  auth: "terminal",
  billing: "terminal",
  context_overflow: "persistent",
  max_turns: "persistent",
  budget: "terminal",
  malformed_output: "persistent",
  session_corrupt: "persistent",
  permission: "terminal",
  crash: "transient",
  out_of_memory: "persistent",
  disk_full: "terminal",
  import_error: "persistent",
  type_error: "persistent",
  syntax_error: "persistent",
  test_failure: "persistent",
  lint_failure: "persistent",
  schema_mismatch: "persistent",
  file_not_found: "persistent",
  merge_conflict: "persistent",
  git_state: "persistent",
  dependency_install: "persistent",
  config_error: "terminal",
  spinning: "persistent",
  refusal_or_blocked: "persistent",
  gate_failure: "persistent",
  commitment_failure: "persistent",
  violation: "terminal",
  unknown: "unknown",
};
