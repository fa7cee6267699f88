import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test, vi } from "vitest";
import { amount, openLedger, scratchDir, writtenRun } from "../../../test/journal/scratch.ts";
import { ledgerRules } from "../conformance/ledger-rules.ts";
import { cryptoDice, seededDice } from "../dice.ts";
import { MemoryStore } from "../memory/memory-store.ts";
import { MARK_INTERVAL_MS, MarkFile, readMark } from "../sqlite/mark.ts";
import { runFiles } from "../sqlite/run-files.ts";
import { sqliteRuns } from "../sqlite/sqlite-store.ts";
import { FORMAT } from "../upgrade/upgrade.ts";
import { CHAIN_START } from "./record.ts";
import { readRecords, restore } from "./replay.ts";
import type { RecordReader } from "./run-store.ts";

test("a record that somebody wrote past all epochs is not overwritten: the owner is refused once, then goes on after it", async () => {
  const stateDir = scratchDir();
  const { run } = await openLedger(stateDir);
  await run.submit(amount(1));
  foreignRecord(runFiles(stateDir, "r").journal);
  await expect(run.submit(amount(2))).rejects.toMatchObject({ kind: "conflict" });
});

test("the witness is asked before anything else is read, or a busy writer would be taken for a damaged journal", async () => {
  const asked: string[] = [];
  const store = new MemoryStore();
  store.begin("r");
  const source = new Proxy(store.writer("r", { format: FORMAT, after: CHAIN_START }), {
    get(target, name: keyof RecordReader) {
      asked.push(name);
      const value = target[name];
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
  await restore(ledgerRules, source, FORMAT);
  expect(asked[0]).toBe("witness");
  asked.length = 0;
  await readRecords(source, 5, FORMAT).next();
  expect(asked[0]).toBe("witness");
});

test("where a journal cannot be created, the refusal is a sentence about the journal", async () => {
  const dir = scratchDir();
  writeFileSync(join(dir, "runs"), "a file where a folder is wanted");
  await expect(openLedger(dir, {}, true)).rejects.toMatchObject({ name: "JournalError", kind: "io" });
});

test("only the last two snapshots are kept, and writing them stays a fixed share of all writing", async () => {
  const stateDir = scratchDir();
  let frozenBytes = 0;
  const freeze: typeof ledgerRules.freeze = (state) => {
    const frozen = ledgerRules.freeze(state);
    frozenBytes += JSON.stringify(frozen).length;
    return frozen;
  };
  const { run, close } = await openLedger(stateDir, { snapshotFloorBytes: 5_000, rules: { ...ledgerRules, freeze } });
  for (let place = 0; place < 2_000; place += 100) {
    const claims = Array.from(
      { length: 100 },
      (_, more) => ({ type: "claim", thing: `${place + more}`, by: "somebody" }) as const,
    );
    await Promise.all(claims.map((claim) => run.submit(claim)));
  }
  await close();
  const database = new DatabaseSync(runFiles(stateDir, "r").journal);
  const count = (text: string): number => Number(database.prepare(`SELECT ${text} AS count`).get()?.count);
  expect(count("(SELECT count(*) FROM snapshot)")).toBe(2);
  expect(frozenBytes).toBeLessThan(count("(SELECT sum(length(input) + length(events)) FROM record)"));
  database.close();
});

test("a mark is written at once after a pause, and in a rush once per interval with the newest record", () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  try {
    const path = join(scratchDir(), "journal.mark");
    const mark = new MarkFile(path);
    mark.set({ seq: 1, crc: 0xffffffff });
    expect(readMark(path)).toEqual({ seq: 1, crc: 0xffffffff });
    for (const seq of [2, 3, 4]) mark.set({ seq, crc: seq });
    expect(readMark(path)?.seq).toBe(1);
    vi.advanceTimersByTime(MARK_INTERVAL_MS);
    expect(readMark(path)?.seq).toBe(4);
    mark.set({ seq: 5, crc: 5 });
    mark.close();
    expect(readMark(path)).toEqual({ seq: 5, crc: 5 });
  } finally {
    vi.useRealTimers();
  }
});

test("a mark that cannot be written is done without", () => {
  const file = join(scratchDir(), "missing", "journal.mark");
  const mark = new MarkFile(file);
  mark.set({ seq: 1, crc: 1 });
  expect(() => mark.close()).not.toThrow();
  expect(existsSync(file)).toBe(false);
});

test("a new journal appears whole or not at all: no draft is left beside it", async () => {
  const stateDir = scratchDir();
  const files = await writtenRun(stateDir, 1);
  expect(existsSync(`${files.journal}.new`)).toBe(false);
  expect(readFileSync(files.journal).subarray(0, 15).toString()).toBe("SQLite format 3");
  expect(await sqliteRuns(stateDir).verify("r")).toMatchObject({ sound: true, readableTo: 1, problems: [] });
});

test("dice fall from 0 up to but not including 1; the same seed throws the same ones", () => {
  const [crypto, seeded, again] = [cryptoDice(), seededDice(7), seededDice(7)];
  const thrown = Array.from({ length: 1_000 }, () => [crypto(), seeded()]);
  expect(thrown.flat().every((die) => die >= 0 && die < 1)).toBe(true);
  expect(new Set(thrown.flat()).size).toBe(2_000);
  expect(thrown.map(([, die]) => die)).toEqual(thrown.map(() => again()));
});

function foreignRecord(path: string): void {
  const database = new DatabaseSync(path);
  database.exec("INSERT INTO record SELECT seq + 1, at, dice, key, input, events, crc FROM record");
  database.close();
}
