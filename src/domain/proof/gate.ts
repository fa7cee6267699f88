/**
 * What was looked at before a task counts as done, and what came of it. Evidence is bounded and free of secrets before
 * it gets here. Whether a task passes is read off the results by `hasPassed`, nowhere else.
 */

import type { CommandCheck, Contract, TaskId, TaskSpec } from "../spec/plan.ts";
import type { AttemptId } from "../work/attempt.ts";
import type { DoneResult } from "../work/outcome.ts";
import type { Entity, FailureClass } from "./failure.ts";
import type { ProvedWork } from "./receipt.ts";

/** In the order in which they are looked at. */
export const GATES = [
  "setup", // the workspace's own preparation
  "diff", // something changed, or the agent says that there was nothing to do
  "conflicts", // no conflict marker is left
  "links", // no new link leads out of the workspace
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

/** Which gates people asked for by a command, which by their plan, and which Reeve looks at by itself. */
export type GateKind = "quality" | "promised" | "built_in";

const KINDS: Readonly<Partial<Record<Gate, GateKind>>> = {
  quality: "quality",
  commitment: "promised",
  acceptance: "promised",
  contract: "promised",
};

export function kindOf({ gate }: Pick<GateResult, "gate">): GateKind {
  return KINDS[gate] ?? "built_in";
}

export type GateCounts = Readonly<Record<GateKind, Readonly<Record<GateVerdict, number>>>>;

/** What people asked for and what Reeve looks at by itself, counted apart. */
export function countsByKind(gates: readonly GateResult[]): GateCounts {
  const none = () => ({ passed: 0, warned: 0, failed: 0, skipped: 0 });
  const counts = { quality: none(), promised: none(), built_in: none() };
  for (const gate of gates) counts[kindOf(gate)][gate.verdict] += 1;
  return counts;
}

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
    readonly entities?: readonly Entity[];
    readonly confidence?: number;
    readonly telling?: readonly string[];
    /** A rule of the project says that nothing is known to help; absent: another attempt may. */
    readonly restart?: "unknown";
  };
  /** The tests that failed, where its output names them; absent: it does not. */
  readonly failing?: readonly string[];
  /** Lines: paths, the end of the output. */
  readonly evidence: readonly string[];
  readonly tookMs: number;
  /** The command that was run for it; absent: none was, or an earlier version did not keep it. */
  readonly ran?: GateRun;
}

export interface GateRun {
  /** The whole line, without secrets. */
  readonly command: string;
  /** Null: it was ended by a signal, ran out of time, or nobody saw how it ended. */
  readonly exit: number | null;
  readonly signal?: string;
  readonly timedOut?: true;
  /** `sha256:…` of its output as Reeve has it: both streams, cleaned, without secrets, of a flood only both ends. */
  readonly output: string;
  /** When it was started, in milliseconds since 1970. */
  readonly at: number;
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
  /** Tasks that it builds on, directly or through others: what they left red is its own to mend. */
  readonly builtOn: readonly TaskId[];
  /** What the plan has it build on, directly or through others. Absent: nothing. */
  readonly upstream?: readonly TaskId[];
}

export interface Verification {
  /** What was looked at; null where there is no git. */
  readonly commit: string | null;
  readonly base: string | null;
  /** Of the commit; absent where an earlier version did not keep it. */
  readonly tree?: string;
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
  /** What the task says of itself, and what it builds on; absent: nothing tells what it was to mend. */
  readonly of?: { readonly spec: TaskSpec; readonly builtOn: readonly TaskId[] };
  /** What proves the work so far; its digest goes with the merge. Absent: an earlier version verified it. */
  readonly proved?: ProvedWork;
}

export type Integration =
  | {
      readonly type: "merged";
      /** The integration branch after it; equal to `onto` where the task had changed nothing. */
      readonly commit: string;
      readonly onto: string;
      /** Of the merge; absent where an earlier version did not keep it. */
      readonly tree?: string;
      readonly gates: readonly GateResult[];
    }
  | {
      readonly type: "conflict";
      readonly onto: string;
      readonly files: readonly string[];
      /** Tasks whose merged work the conflicting files come from. */
      readonly others: readonly TaskId[];
      /** Both sides in short, for the agent that must resolve it. */
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

/** A command proves the work: a gate, or a criterion that is looked at by one. Reeve's built-in checks alone prove nothing. */
export function hasQualityGate({ gates, acceptance }: Pick<TaskSpec, "gates" | "acceptance">): boolean {
  const isRun = ({ verifyBy, target }: TaskSpec["acceptance"][number]) =>
    (verifyBy === "test" || verifyBy === "lint") && target !== undefined && /\s|^\.\//.test(target.trim());
  return gates.length > 0 || acceptance.some(isRun);
}

export function hasPassed(gates: readonly GateResult[]): boolean {
  return gates.every((each) => each.verdict !== "failed");
}
