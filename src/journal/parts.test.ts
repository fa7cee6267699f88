import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test, vi } from "vitest";
import { amount, ledgerJournal, scratchDir, writtenRun } from "../../test/journal/scratch.ts";
import { cryptoDice, seededDice } from "./dice.ts";
import { ledgerEngine } from "./ledger-engine.ts";
import { MARK_INTERVAL_MS, MarkFile, readMark } from "./mark.ts";
import { MemoryStore, memoryDisk } from "./memory-store.ts";
import { readRecords, restore } from "./replay.ts";
import { runFiles } from "./run-files.ts";
import { FORMAT } from "./upgrade.ts";
import { verifyJournal } from "./verify-journal.ts";

test("a second writer, should there ever be one, is refused and does not overwrite what the first one wrote", async () => {
  const stateDir = scratchDir();
  const [one, two] = [ledgerJournal(stateDir), ledgerJournal(stateDir)];
  one.open("r");
  two.open("r");
  await one.submit("r", amount(1));
  await expect(two.submit("r", amount(2))).rejects.toMatchObject({ kind: "conflict" });
  // It rebuilt its state from the store, so the next decision is made on what is really there.
  expect(await two.submit("r", amount(2))).toEqual({ seq: 2, answer: { sum: 3, owner: null } });
});

test("the witness is asked before anything else is read, or a busy writer would be taken for a damaged journal", async () => {
  const asked: string[] = [];
  const store = new MemoryStore("memory:r", memoryDisk());
  const source = new Proxy(store, {
    get(target, name: keyof MemoryStore) {
      asked.push(name);
      const value = target[name];
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
  restore(ledgerEngine, source, FORMAT);
  expect(asked[0]).toBe("witness");
  asked.length = 0;
  await readRecords(source, 5, FORMAT).next();
  expect(asked[0]).toBe("witness");
});

test("where a journal cannot be created, the refusal is a sentence about the journal", () => {
  const dir = scratchDir();
  writeFileSync(join(dir, "runs"), "a file where a folder is wanted");
  expect(() => ledgerJournal(dir).open("r")).toThrow(expect.objectContaining({ name: "JournalError", kind: "io" }));
});

test("only the last two snapshots are kept, and writing them stays a fixed share of all writing", async () => {
  const stateDir = scratchDir();
  let frozenBytes = 0;
  const freeze: typeof ledgerEngine.freeze = (state) => {
    const frozen = ledgerEngine.freeze(state);
    frozenBytes += JSON.stringify(frozen).length;
    return frozen;
  };
  const journal = ledgerJournal(stateDir, { snapshotFloorBytes: 5_000, engine: { ...ledgerEngine, freeze } });
  for (let place = 0; place < 2_000; place += 100) {
    const claims = Array.from(
      { length: 100 },
      (_, more) => ({ type: "claim", thing: `${place + more}`, by: "somebody" }) as const,
    );
    await Promise.all(claims.map((claim) => journal.submit("r", claim)));
  }
  journal.close();
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
  const mark = new MarkFile(join(scratchDir(), "missing", "journal.mark"));
  mark.set({ seq: 1, crc: 1 });
  mark.close();
});

test("a new journal appears whole or not at all: no draft is left beside it", async () => {
  const files = await writtenRun(scratchDir(), 1);
  expect(existsSync(`${files.journal}.new`)).toBe(false);
  expect(readFileSync(files.journal).subarray(0, 15).toString()).toBe("SQLite format 3");
  expect(await verifyJournal(files.journal)).toMatchObject({ sound: true, readableTo: 1, problems: [] });
});

test("dice fall from 0 up to but not including 1; the same seed throws the same ones", () => {
  const [crypto, seeded, again] = [cryptoDice(), seededDice(7), seededDice(7)];
  const thrown = Array.from({ length: 1_000 }, () => [crypto(), seeded()]);
  expect(thrown.flat().every((die) => die >= 0 && die < 1)).toBe(true);
  expect(new Set(thrown.flat()).size).toBe(2_000);
  expect(thrown.map(([, die]) => die)).toEqual(thrown.map(() => again()));
});
