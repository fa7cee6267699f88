/**
 * The receipt of a task that is done: what was looked at, by what, with which result, and who decided, for people who have
 * only the repository. Keys are those of the published form (`schemas/receipt.schema.json`). Types, and the part of it that
 * is known before the merge; nothing here hashes or reads anything.
 */
import type { TaskId } from "../spec/plan.ts";
import type { AttemptId } from "../work/attempt.ts";
import type { Changed, Gate, GateResult, GateRun, GateVerdict, Verification } from "./gate.ts";

export const RECEIPT_VERSION = 1;

/** One look at the work, or one command. Times are milliseconds since 1970, by the clock of the machine it ran on. */
export interface GateReceipt {
  readonly gate: Gate;
  readonly name: string;
  readonly verdict: GateVerdict;
  /** Where it did not simply pass: why. */
  readonly message?: string;
  readonly command?: string;
  readonly exit?: number | null;
  readonly signal?: string;
  readonly timed_out?: true;
  /** `sha256:…` of the output as Reeve had it, cleaned and masked. */
  readonly output?: string;
  readonly at?: number;
  readonly took_ms: number;
}

/** What proves a task's own commit. Its digest stands in the merge's trailer `Reeve-Proof`. */
export interface ProvedWork {
  readonly task: TaskId;
  readonly attempt: AttemptId;
  /** Null: without git, the project's folder was looked at. */
  readonly commit: string | null;
  readonly tree?: string;
  readonly base: string | null;
  /** Lists of paths are cut, the counts are not. */
  readonly changed: Changed;
  readonly gates: readonly GateReceipt[];
}

/** The run it belongs to; names like `r1` are given in every clone anew, so there is more to know it by. */
export interface ReceiptRun {
  readonly id: string;
  readonly created_at: number;
  readonly plan: string;
  /** The commit the run began from; null without git. */
  readonly base: string | null;
}

/** The records of the run's journal since the receipt before, both numbers included. */
export interface ReceiptJournal {
  readonly from: number;
  readonly to: number;
  /** Continued from that of the receipt before. */
  readonly digest: string;
}

export type Decided =
  /** By rule: all gates passed; a merge was green; nothing had to be looked at. */
  | { readonly who: "reeve"; readonly what: "verified" | "merged" | "not_looked_at"; readonly at: number }
  | {
      readonly who: "reviewer";
      readonly what: string;
      readonly advisor: string;
      readonly agent: string | null;
      readonly at: number;
    }
  | { readonly who: "person"; readonly what: string; readonly name: string | null; readonly at: number };

interface ReceiptHead {
  readonly reeve_receipt: number;
  readonly run: ReceiptRun;
  /** 1, 2, 3 … within the run. */
  readonly number: number;
  /** The `hash` of the one before; null for the first. */
  readonly previous: string | null;
  readonly at: number;
  readonly journal: ReceiptJournal;
}

export interface TaskReceipt extends ReceiptHead {
  readonly kind: "task";
  readonly task: { readonly id: TaskId; readonly title: string };
  readonly agent: string | null;
  /** Null: nothing was looked at; the agent's word is all there is. */
  readonly work: ProvedWork | null;
  /** Null: nothing was merged, because nothing had changed or there is no git. */
  readonly merge: MergeReceipt | null;
  readonly decided: readonly Decided[];
  /** The receipt of the same task that this one takes the place of. */
  readonly supersedes?: number;
}

export interface MergeReceipt {
  readonly commit: string;
  readonly tree?: string;
  readonly onto: string;
  readonly gates: readonly GateReceipt[];
}

/** Closes the chain: how the run ended, with every task. */
export interface RunReceipt extends ReceiptHead {
  readonly kind: "run";
  readonly verdict: string;
  /** The integration branch at the end, and its tree; null where nothing was merged. */
  readonly head: { readonly commit: string; readonly tree?: string } | null;
  /** The look at the whole; empty where the last merge has shown it. */
  readonly gates: readonly GateReceipt[];
  readonly tasks: readonly {
    readonly id: TaskId;
    readonly status: string;
    /** Its last receipt; null: it has none. */
    readonly receipt: number | null;
  }[];
}

export type Receipt = TaskReceipt | RunReceipt;

/** As it travels. `hash` is that of everything else. */
export type SealedReceipt = Receipt & { readonly hash: string };

export function provedWork({
  task,
  attempt,
  verification,
}: {
  readonly task: TaskId;
  readonly attempt: AttemptId;
  readonly verification: Verification;
}): ProvedWork {
  const { commit, base, tree, changed, gates } = verification;
  return { task, attempt, commit, ...(tree && { tree }), base, changed, gates: gates.map(gateReceipt) };
}

export function gateReceipt({ gate, name, verdict, message, tookMs, ran }: GateResult): GateReceipt {
  const why = verdict === "passed" ? {} : { message };
  return { gate, name, verdict, ...why, ...(ran && ranReceipt(ran)), took_ms: tookMs };
}

function ranReceipt({ command, exit, signal, timedOut, output, at }: GateRun): Partial<GateReceipt> {
  return { command, exit, ...(signal && { signal }), ...(timedOut && { timed_out: timedOut }), output, at };
}
