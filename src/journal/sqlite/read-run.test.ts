import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { expect, test } from "vitest";
import { amount, openLedger, scratchDir, writtenRun } from "../../../test/journal/scratch.ts";
import { ledgerRules } from "../conformance/ledger-rules.ts";
import { runFiles } from "./run-files.ts";
import { sqliteRuns } from "./sqlite-store.ts";

test("a reader sees the state while another connection writes, and the writer is not held up", async () => {
  const stateDir = scratchDir();
  const { runs, run } = await openLedger(stateDir, {
    snapshotFloorBytes: 2_000,
    onOpen: (database) => database.exec("PRAGMA busy_timeout = 0"),
  });
  for (let value = 1; value <= 300; value++) {
    const [receipt] = await Promise.all([run.submit(amount(value)), value > 1 ? runs.state("r", ledgerRules) : null]);
    const { state, head } = await runs.state("r", ledgerRules);
    expect([head.seq, state.sum]).toEqual([receipt.seq, (value * (value + 1)) / 2]);
  }
});

test("a reader works when nobody writes", async () => {
  const stateDir = scratchDir();
  await writtenRun(stateDir, 100);
  const runs = sqliteRuns(stateDir);
  expect((await runs.state("r", ledgerRules)).state.sum).toBe(5_050);
  const seqs: number[] = [];
  for await (const { seq } of runs.read("r", 98)) seqs.push(seq);
  expect(seqs).toEqual([98, 99, 100]);
});

test("a reader works where nothing can be created beside the journal, as on a read-only disk", async () => {
  const stateDir = scratchDir();
  const files = await writtenRun(stateDir, 100);
  const runs = sqliteRuns(stateDir);
  // A folder in the place of the file that SQLite shares between processes: it cannot open or create it.
  mkdirSync(`${files.journal}-shm`);
  const before = readFileSync(files.journal);
  expect((await runs.state("r", ledgerRules)).state.sum).toBe(5_050);
  expect(await runs.waiting("r")).toEqual([]);
  expect(readFileSync(files.journal).equals(before)).toBe(true);
});

test("a run that is not there is missing, and reading it creates nothing", async () => {
  const dir = scratchDir();
  const runs = sqliteRuns(dir);
  await expect(runs.state("r", ledgerRules)).rejects.toMatchObject({ kind: "missing" });
  await expect(runs.waiting("r")).rejects.toThrow(/There is no journal at/);
  expect(await runs.list()).toEqual([]);
  expect(readdirSync(dir)).toEqual([]);
});

test("a tail from outside follows the writer and ends when told to", async () => {
  const stateDir = scratchDir();
  const { runs, run } = await openLedger(stateDir);
  await run.submit(amount(1));
  const stop = new AbortController();
  const seen: number[] = [];
  for await (const { seq } of runs.tail("r", 1, stop.signal)) {
    seen.push(seq);
    if (seq === 5) stop.abort();
    else soon(() => run.submit(amount(seq)));
  }
  expect(seen).toEqual([1, 2, 3, 4, 5]);
});

test("a tail still hears of new records when it cannot watch the mark", async () => {
  const stateDir = scratchDir();
  const { runs, run } = await openLedger(stateDir);
  await run.submit(amount(1));
  rmSync(runFiles(stateDir, "r").mark);
  const stop = new AbortController();
  const seen: number[] = [];
  for await (const { seq } of runs.tail("r", 1, stop.signal)) {
    seen.push(seq);
    if (seq === 2) stop.abort();
    else soon(() => run.submit(amount(seq)));
  }
  expect(seen).toEqual([1, 2]);
});

test("a reader that finds no run name in a path is not tricked out of the state folder", () => {
  for (const name of ["../x", "", ".", "a/b", "-x", "a\u0000"])
    expect(() => runFiles("state", name)).toThrow(/is not a valid name for a run/);
  expect(existsSync("state")).toBe(false);
});

/** Some turns later: by then the tail has found nothing more and waits. */
function soon(call: () => unknown, turns = 20): void {
  setImmediate(() => (turns === 0 ? call() : soon(call, turns - 1)));
}
