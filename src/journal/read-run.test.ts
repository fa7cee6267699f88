import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { expect, test } from "vitest";
import { amount, ledgerJournal, scratchDir, writtenRun } from "../../test/journal/scratch.ts";
import { ledgerEngine } from "./ledger-engine.ts";
import { pendingMail } from "./mailbox.ts";
import { readRun, readState, tailRun } from "./read-run.ts";
import { runFiles } from "./run-files.ts";

test("a reader sees the state while another connection writes, and the writer is not held up", async () => {
  const stateDir = scratchDir();
  const journal = ledgerJournal(stateDir, {
    snapshotFloorBytes: 2_000,
    onOpen: (database) => database.exec("PRAGMA busy_timeout = 0"),
  });
  const { journal: path } = runFiles(stateDir, "r");
  for (let value = 1; value <= 300; value++) {
    const [receipt] = await Promise.all([
      journal.submit("r", amount(value)),
      value > 1 ? readState(path, ledgerEngine) : null,
    ]);
    const { state, head } = await readState(path, ledgerEngine);
    expect([head.seq, state.sum]).toEqual([receipt.seq, (value * (value + 1)) / 2]);
  }
});

test("a reader works when nobody writes", async () => {
  const files = await writtenRun(scratchDir(), 100);
  expect((await readState(files.journal, ledgerEngine)).state.sum).toBe(5_050);
  const seqs: number[] = [];
  for await (const { seq } of readRun(files.journal, 98)) seqs.push(seq);
  expect(seqs).toEqual([98, 99, 100]);
});

test("a reader works where nothing can be created beside the journal, as on a read-only disk", async () => {
  const files = await writtenRun(scratchDir(), 100);
  // A folder in the place of the file that SQLite shares between processes: it cannot open or create it.
  mkdirSync(`${files.journal}-shm`);
  const before = readFileSync(files.journal);
  expect((await readState(files.journal, ledgerEngine)).state.sum).toBe(5_050);
  expect(pendingMail(files.journal)).toEqual([]);
  expect(readFileSync(files.journal).equals(before)).toBe(true);
});

test("a run that is not there is missing, and reading it creates nothing", async () => {
  const dir = scratchDir();
  const { journal: path } = runFiles(dir, "r");
  await expect(readState(path, ledgerEngine)).rejects.toMatchObject({ kind: "missing" });
  expect(() => pendingMail(path)).toThrow(/There is no journal at/);
  expect(readdirSync(dir)).toEqual([]);
});

test("a tail from outside follows the writer and ends when told to", async () => {
  const stateDir = scratchDir();
  const journal = ledgerJournal(stateDir);
  await journal.submit("r", amount(1));
  const stop = new AbortController();
  const seen: number[] = [];
  for await (const { seq } of tailRun(runFiles(stateDir, "r").journal, 1, stop.signal)) {
    seen.push(seq);
    if (seq === 5) stop.abort();
    else soon(() => journal.submit("r", amount(seq)));
  }
  expect(seen).toEqual([1, 2, 3, 4, 5]);
});

test("a tail still hears of new records when it cannot watch the mark", async () => {
  const stateDir = scratchDir();
  const journal = ledgerJournal(stateDir);
  await journal.submit("r", amount(1));
  rmSync(runFiles(stateDir, "r").mark);
  const stop = new AbortController();
  const seen: number[] = [];
  for await (const { seq } of tailRun(runFiles(stateDir, "r").journal, 1, stop.signal)) {
    seen.push(seq);
    if (seq === 2) stop.abort();
    else soon(() => journal.submit("r", amount(seq)));
  }
  expect(seen).toEqual([1, 2]);
});

test("a reader that finds no run name in a path is not tricked out of the state folder", () => {
  for (const name of ["../x", "", ".", "a/b", "-x", "a\u0000"])
    expect(() => runFiles("state", name)).toThrow(/is no name for a run/);
  expect(existsSync("state")).toBe(false);
});

/** Some turns later: by then the tail has found nothing more and waits. */
function soon(call: () => unknown, turns = 20): void {
  setImmediate(() => (turns === 0 ? call() : soon(call, turns - 1)));
}
