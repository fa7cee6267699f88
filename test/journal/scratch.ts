/** What tests of the journal share: a folder that vanishes after the test, and a ledger's run in it. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { LedgerOptions, LedgerRun } from "../../src/journal/conformance/conformance-kit.ts";
import { type LedgerInput, ledgerRules } from "../../src/journal/conformance/ledger-rules.ts";
import type { Mail, Runs } from "../../src/journal/runs.ts";
import { runFiles } from "../../src/journal/sqlite/run-files.ts";
import { type SqliteOptions, sqliteRuns } from "../../src/journal/sqlite/sqlite-store.ts";

export type LedgerSqliteOptions = LedgerOptions & SqliteOptions;

export interface OpenLedger {
  readonly runs: Runs;
  readonly run: LedgerRun;
  /** Ends it as a Reeve does that ends well. */
  readonly close: () => Promise<void>;
}

export function scratchDir(): string {
  const dir = mkdtempSync(join(tmpdir(), "reeve-test-"));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

/** Run `r`, open. `stolen`: whoever has its lease is not asked. */
export async function openLedger(
  stateDir: string,
  options: Partial<LedgerSqliteOptions> = {},
  stolen = false,
): Promise<OpenLedger> {
  const runs = sqliteRuns(stateDir, options);
  const lease = stolen ? { run: "r", release: async () => {} } : await runs.lease("r");
  if ("heldBy" in lease) throw new Error(`held by ${lease.heldBy.pid}`);
  const close = async (): Promise<void> => {
    await run?.close();
    await lease.release();
  };
  let run: LedgerRun | null = null;
  onTestFinished(close);
  run = await runs.open(lease, { rules: ledgerRules, now: () => 1, dice: () => 0.5, ...options });
  return { runs, run, close };
}

/** A closed journal of run `r` with `count` records; the amount of record n is n. */
export async function writtenRun(
  stateDir: string,
  count: number,
  options: Partial<LedgerSqliteOptions> = {},
): Promise<ReturnType<typeof runFiles>> {
  const { run, close } = await openLedger(stateDir, options);
  const inputs = Array.from({ length: count }, (_, place) => amount(place + 1));
  await Promise.all(inputs.map((input) => run.submit(input)));
  await close();
  return runFiles(stateDir, "r");
}

export function amount(value: number, note = ""): LedgerInput {
  return { type: "add", amounts: [value], note };
}

/** The n-th mail of a test. */
export function mail(number: number, input: unknown): Mail {
  return { sender: "test", number, at: number, from: "a test", input };
}
