/** What tests of the journal share: a folder that vanishes after the test, and a ledger journal in it. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import {
  type Ledger,
  type LedgerAnswer,
  type LedgerEffect,
  type LedgerEvent,
  type LedgerInput,
  ledgerEngine,
} from "../../src/journal/ledger-engine.ts";
import { runFiles } from "../../src/journal/run-files.ts";
import { SqliteJournal, type SqliteJournalOptions } from "../../src/journal/sqlite-journal.ts";

export type LedgerSqliteOptions = SqliteJournalOptions<Ledger, LedgerInput, LedgerEvent, LedgerEffect, LedgerAnswer>;
export type LedgerSqliteJournal = SqliteJournal<Ledger, LedgerInput, LedgerEvent, LedgerEffect, LedgerAnswer>;

export function scratchDir(): string {
  const dir = mkdtempSync(join(tmpdir(), "reeve-test-"));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

export function ledgerJournal(stateDir: string, options: Partial<LedgerSqliteOptions> = {}): LedgerSqliteJournal {
  const journal = new SqliteJournal({ engine: ledgerEngine, now: () => 1, dice: () => 0.5, stateDir, ...options });
  onTestFinished(() => journal.close());
  return journal;
}

/** A closed journal of run `r` with `count` records; the amount of record n is n. */
export async function writtenRun(
  stateDir: string,
  count: number,
  options: Partial<LedgerSqliteOptions> = {},
): Promise<ReturnType<typeof runFiles>> {
  const journal = ledgerJournal(stateDir, options);
  const inputs = Array.from({ length: count }, (_, place) => amount(place + 1));
  await Promise.all(inputs.map((input) => journal.submit("r", input)));
  journal.close();
  return runFiles(stateDir, "r");
}

export function amount(value: number, note = ""): LedgerInput {
  return { type: "add", amounts: [value], note };
}
