/** What the cases of the conformance suite are made of: the port an adapter brings, and short words for the cases. */
import type { Journal, JournalOptions, JournalRecord } from "./journal.ts";
import type { JournalErrorKind } from "./journal-error.ts";
import {
  type Ledger,
  type LedgerAnswer,
  type LedgerEffect,
  type LedgerEvent,
  type LedgerInput,
  ledgerEngine,
} from "./ledger-engine.ts";

export type LedgerJournal = Journal<Ledger, LedgerInput, LedgerEvent, LedgerAnswer>;
export type LedgerOptions = JournalOptions<Ledger, LedgerInput, LedgerEvent, LedgerEffect, LedgerAnswer>;

/** One case's own storage, and a journal over it. */
export interface JournalUnderTest {
  /** Opens a journal over the storage. The one before was crashed. */
  open(options: LedgerOptions): LedgerJournal;
  /** The process is gone without closing anything; only what was durable remains. */
  crash(): void;
  /** From now on commits fail in this way, until the returned function is called. A string says why it cannot be done. */
  fault(kind: JournalErrorKind): (() => void) | string;
  dispose(): void;
}

export interface ConformanceCase {
  readonly name: string;
  /** Resolves to the reason when the adapter cannot be brought into the situation. */
  readonly check: (subject: JournalUnderTest) => Promise<string | undefined>;
}

/** A journal over the case's storage, with quiet defaults; `effects` collects what it hands out. */
export function opened(
  subject: JournalUnderTest,
  options: Partial<LedgerOptions> = {},
): { journal: LedgerJournal; effects: string[] } {
  const effects: string[] = [];
  const journal = subject.open({
    engine: ledgerEngine,
    now: () => 1,
    dice: () => 0.25,
    onCommitted: (_run, _record, handed) => effects.push(...handed.map(({ key, effect }) => `${key} ${effect.print}`)),
    ...options,
  });
  return { journal, effects };
}

export function add(...amounts: readonly number[]): LedgerInput {
  return { type: "add", amounts };
}

export async function all(
  journal: LedgerJournal,
  from = 1,
  run = "r",
): Promise<JournalRecord<LedgerInput, LedgerEvent>[]> {
  const records: JournalRecord<LedgerInput, LedgerEvent>[] = [];
  for await (const record of journal.read(run, from)) records.push(record);
  return records;
}
