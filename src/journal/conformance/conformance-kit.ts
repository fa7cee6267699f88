/** What the cases of the conformance suite are made of: the port an adapter brings, and short words for the cases. */
import { BugError } from "../../domain/bug.ts";
import type { JournalErrorKind } from "../journal-error.ts";
import type { JournalRecord } from "../rules.ts";
import type { Lease, Mail, OpenOptions, OpenRun, Runs } from "../runs.ts";
import {
  type Ledger,
  type LedgerAnswer,
  type LedgerEffect,
  type LedgerEvent,
  type LedgerInput,
  ledgerRules,
} from "./ledger-rules.ts";

export type LedgerRun = OpenRun<Ledger, LedgerInput, LedgerAnswer>;
export type LedgerOptions = OpenOptions<Ledger, LedgerInput, LedgerEvent, LedgerEffect, LedgerAnswer>;

/** One case's own storage. */
export interface RunsUnderTest {
  /** The port over the storage; after a crash, a new one over what is left. */
  readonly runs: () => Runs;
  /** The process is gone without closing anything; only what was durable remains. */
  readonly crash: () => void;
  /** From now on, writes fail in this way, until the returned function is called. A string says why that is not possible here. */
  readonly fault: (kind: JournalErrorKind) => (() => void) | string;
  readonly dispose: () => Promise<void>;
}

export interface ConformanceCase {
  readonly name: string;
  /** Resolves to the reason when the adapter cannot be brought into the situation. */
  readonly check: (subject: RunsUnderTest) => Promise<string | undefined>;
}

export interface Opened {
  readonly runs: Runs;
  readonly lease: Lease;
  readonly run: LedgerRun;
  /** What was handed out, in order. */
  readonly effects: string[];
}

/** Run `r` over the case's storage, open, with quiet defaults. */
export async function opened(
  subject: RunsUnderTest,
  options: Partial<LedgerOptions> = {},
  name = "r",
): Promise<Opened> {
  const effects: string[] = [];
  const runs = subject.runs();
  const lease = await runs.lease(name);
  if ("heldBy" in lease) throw new BugError(`${name} is held by ${lease.heldBy.pid}`);
  const run = await runs.open(lease, {
    rules: ledgerRules,
    now: () => 1,
    dice: () => 0.25,
    onCommitted: (_record, handed) => effects.push(...handed.map(({ key, effect }) => `${key} ${effect.print}`)),
    ...options,
  });
  return { runs, lease, run, effects };
}

export function add(...amounts: readonly number[]): LedgerInput {
  return { type: "add", amounts };
}

export function mail(sender: string, number: number, input: unknown): Mail {
  return { sender, number, at: 1, from: `${sender} of a test`, input };
}

export async function all(runs: Runs, from = 1, run = "r"): Promise<JournalRecord<LedgerInput, LedgerEvent>[]> {
  const records: JournalRecord<LedgerInput, LedgerEvent>[] = [];
  for await (const record of runs.read<LedgerInput, LedgerEvent>(run, from)) records.push(record);
  return records;
}
