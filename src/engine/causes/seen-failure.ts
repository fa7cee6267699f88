/**
 * The vocabulary of patterns: a failure as it is given to the grouping, the cause read from it, and the groups that come
 * out. Types only; what a text means is decided in `cause-of.ts`, who belongs together in `pattern-index.ts`.
 */
import type { Entity, FailureClass } from "../../domain/proof/failure.ts";

export interface SeenFailure {
  /** Unique over all that is grouped. */
  readonly id: string;
  readonly class: FailureClass;
  readonly subject?: string;
  /** What it names, the likeliest to be its cause first. */
  readonly entities?: readonly Entity[];
  /** What was printed, or the evidence lines of the classifier. */
  readonly text: string;
  readonly tool?: string;
  readonly exitCode?: number;
  readonly task?: string;
  readonly run?: string;
  /** Causes that lie in a project's own files are never shared with another project's. */
  readonly project?: string;
  /** The task whose missing or wrong work somebody found to be the cause. */
  readonly upstream?: string;
  readonly at?: number;
}

export const PATTERN_KINDS = [
  "missing_foundation", // a module that others build on is not there
  "schema", // a table, column or migration is missing or wrong
  "scaffolding", // a file or the project's own set-up is missing
  "outage", // a service or host does not answer, or not so often; waiting helps
  "account", // logging in, paying, permissions: a person's business
  "environment", // the machine: ports, disk, programs, locks
  "code", // one symbol, one test, one file
  "unknown",
] as const;
export type PatternKind = (typeof PATTERN_KINDS)[number];

/** What a failure comes from, as far as it can be read. Equal keys are equal causes. */
export interface Cause {
  readonly key: string;
  /** Names under which others, who say less, may mean this very cause. They count only where they are unambiguous. */
  readonly looser: readonly string[];
  /** Names under which it meets others of the same cause, whatever their keys. */
  readonly meets: readonly string[];
  readonly kind: PatternKind;
  /** One sentence. */
  readonly says: string;
  /** The line it was read from. */
  readonly line: string;
}

export interface Sample {
  readonly id: string;
  readonly line: string;
}

export interface PatternGroup {
  /** Follows from the cause alone, so it is the same in every run that meets it. */
  readonly group: string;
  readonly root_cause: string;
  readonly kind: PatternKind;
  /** Sorted. */
  readonly members: readonly string[];
  /** Other names this group went by before more of it was known. */
  readonly also: readonly string[];
  /** Why they are together, in one sentence: "both name `billing_core`, which 2 of 41 failures name". */
  readonly shares: string;
  /** Why they are together: a few of the lines that say so. */
  readonly because: readonly string[];
}
