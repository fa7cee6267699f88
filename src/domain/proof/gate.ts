/**
 * What was looked at before a task counts as done, and what came of it. Evidence is bounded and free of secrets before
 * it gets here. Whether a task passes is read off the results by `hasPassed`, nowhere else.
 */

import type { CommandCheck, Contract, TaskId, TaskSpec } from "../spec/plan.ts";
import type { AttemptId } from "../work/attempt.ts";
import type { DoneResult } from "../work/outcome.ts";
import type { FailureClass } from "./failure.ts";

/** In the order in which they are looked at. */
export const GATES = [
  "setup", // the workspace's own preparation
  "diff", // something changed, or the agent says that there was nothing to do
  "conflicts", // no conflict marker is left
  "declared_files", // what was declared is there
  "scope", // little outside what was declared, nothing that belongs to another open task
  "not_blocked", // the result does not say in other words that it is blocked
  "tests_exist", // new sources have tests
  "acceptance", // the plan's structured criteria
  "secrets", // nothing that looks like a secret
  "quality", // the project's own commands
  "commitment", // the plan's assertions
  "contract", // what the plan promised to build
] as const;
export type Gate = (typeof GATES)[number];

/** warned: told to people, stops nothing. skipped: could not or need not be looked at; the message says why. */
export type GateVerdict = "passed" | "warned" | "failed" | "skipped";

export interface GateResult {
  readonly gate: Gate;
  /** Which one of its kind: a command's name, a criterion; the gate's own name where there is one only. */
  readonly name: string;
  readonly verdict: GateVerdict;
  /** One sentence. */
  readonly message: string;
  /** What kind of failure its output tells of, where that can be told, and the lines that tell it. */
  readonly failure?: {
    readonly class: FailureClass;
    readonly subject?: string;
    readonly telling?: readonly string[];
  };
  /** Lines: paths, the end of the output. */
  readonly evidence: readonly string[];
  readonly tookMs: number;
}

/** The lines of a failed gate that say most: those that told what failed, else the end of its output. */
export function tellingLines({ failure, evidence }: GateResult, linesMax: number): readonly string[] {
  const { telling = [] } = failure ?? {};
  return telling.length > 0 ? telling.slice(0, linesMax) : evidence.slice(-linesMax);
}

export interface VerifyOrder {
  readonly attempt: AttemptId;
  readonly task: TaskId;
  readonly spec: TaskSpec;
  readonly result: DoneResult;
  /** Files that tasks claim which are not finished: file → task. Also this one's; and it changes while they finish. */
  readonly owned: ReadonlyMap<string, TaskId>;
}

export interface Verification {
  /** What was looked at; null where there is no git. */
  readonly commit: string | null;
  readonly base: string | null;
  readonly changed: Changed;
  readonly gates: readonly GateResult[];
}

/** Paths relative to the project; each list is cut, the counts are not. */
export interface Changed {
  readonly created: readonly string[];
  readonly modified: readonly string[];
  readonly deleted: readonly string[];
  readonly files: number;
  readonly insertions: number;
  readonly deletions: number;
}

export const NOTHING_CHANGED: Changed = {
  created: [],
  modified: [],
  deleted: [],
  files: 0,
  insertions: 0,
  deletions: 0,
};

export interface IntegrateOrder {
  readonly attempt: AttemptId;
  readonly task: TaskId;
  readonly title: string;
  readonly commit: string;
  /** The task's own quality gates; empty: those the repository names. */
  readonly gates: readonly CommandCheck[];
}

export type Integration =
  | {
      readonly type: "merged";
      /** The integration branch after it; equal to `onto` where the task had changed nothing. */
      readonly commit: string;
      readonly onto: string;
      readonly gates: readonly GateResult[];
    }
  | {
      readonly type: "conflict";
      readonly onto: string;
      readonly files: readonly string[];
      /** Tasks whose merged work the conflicting files come from. */
      readonly others: readonly TaskId[];
      /** Both sides in short, for whoever has to resolve it. */
      readonly report: string;
    }
  | {
      readonly type: "red";
      readonly onto: string;
      readonly gates: readonly GateResult[];
      readonly others: readonly TaskId[];
      readonly report: string;
    };

/** Every distinct gate of the plan on the integrated whole, and the contract. */
export interface CheckRunOrder {
  /** Empty: those the repository names. */
  readonly gates: readonly CommandCheck[];
  readonly contract: Contract | null;
}

export function hasPassed(gates: readonly GateResult[]): boolean {
  return gates.every((each) => each.verdict !== "failed");
}
