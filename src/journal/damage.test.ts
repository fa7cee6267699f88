import {
  closeSync,
  copyFileSync,
  cpSync,
  existsSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test, vi } from "vitest";
import { amount, ledgerJournal, scratchDir, writtenRun } from "../../test/journal/scratch.ts";
import { JournalError } from "./journal-error.ts";
import { ledgerEngine } from "./ledger-engine.ts";
import { postMail } from "./mailbox.ts";
import { readMark } from "./mark.ts";
import { readRun, readState } from "./read-run.ts";
import { runFiles } from "./run-files.ts";
import { verifyJournal } from "./verify-journal.ts";

const COUNT = 2_000;

test("a record whose text was altered is named; the ones before it can be read", async () => {
  const files = await writtenRun(scratchDir(), COUNT);
  sql(files.journal, "UPDATE record SET events = replace(events, '700', '701') WHERE seq = 700");
  await expectDamage(files, { readableTo: 699, why: "checksum" });
});

test("a record whose time was altered is named", async () => {
  const files = await writtenRun(scratchDir(), COUNT);
  sql(files.journal, "UPDATE record SET at = at + 1 WHERE seq = 5");
  await expectDamage(files, { readableTo: 4, why: "checksum" });
});

test("a record that is missing in the middle is seen", async () => {
  const files = await writtenRun(scratchDir(), COUNT);
  sql(files.journal, "DELETE FROM record WHERE seq = 1000");
  await expectDamage(files, { readableTo: 999, why: "the next one found is record 1001" });
});

test("records that are missing at the end are seen", async () => {
  const files = await writtenRun(scratchDir(), COUNT);
  sql(files.journal, "DELETE FROM record WHERE seq > 1990");
  await expectDamage(files, { readableTo: 1990, why: "records up to 2000 were acknowledged" });
});

test("a file that was cut short is read as far as it goes", async () => {
  const files = await writtenRun(scratchDir(), COUNT);
  truncateSync(files.journal, Math.floor(statSync(files.journal).size * 0.6));
  const readableTo = await expectDamage(files, {});
  expect(readableTo).toBeGreaterThan(COUNT / 4);
});

test("pages that were overwritten are reported and the records before them read", async () => {
  const files = await writtenRun(scratchDir(), COUNT);
  overwrite(files.journal, 4096 * 40, 4096 * 4);
  const readableTo = await expectDamage(files, {});
  expect(readableTo).toBeGreaterThan(0);
});

test("a file with a garbage head is no journal, and says so", async () => {
  const files = await writtenRun(scratchDir(), COUNT);
  overwrite(files.journal, 0, 100);
  await expectDamage(files, { readableTo: 0, why: "not a database" });
});

test("an emptied file is no journal, and is not begun anew", async () => {
  const files = await writtenRun(scratchDir(), COUNT);
  truncateSync(files.journal, 0);
  await expectDamage(files, { readableTo: 0, why: "not a journal of Reeve" });
});

test("a deleted file is not begun anew", async () => {
  const files = await writtenRun(scratchDir(), COUNT);
  rmSync(files.journal);
  expect(() => ledgerJournal(join(files.dir, "../..")).open("r")).toThrow(
    /the file is gone, but 2000 records were acknowledged/,
  );
  expect(existsSync(files.journal)).toBe(false);
});

test("a deleted -wal is noticed after a crash: acknowledged records are gone", async () => {
  const { crashed } = await crashedRun();
  rmSync(`${crashed.journal}-wal`);
  await expectDamage(crashed, { why: "records up to 20 were acknowledged but are gone" });
});

test("a damaged -wal is noticed after a crash, and opening does not tidy it away", async () => {
  const { crashed } = await crashedRun();
  overwrite(`${crashed.journal}-wal`, Math.floor(statSync(`${crashed.journal}-wal`).size / 2), 4096);
  const wal = readFileSync(`${crashed.journal}-wal`);
  const readableTo = await expectDamage(crashed, { why: "records up to 20 were acknowledged but are gone" });
  expect(readableTo).toBeLessThan(20);
  expect(() => postMail(crashed.journal, { type: "look" }, "test")).toThrow(/are gone/);
  expect(readFileSync(`${crashed.journal}-wal`).equals(wal)).toBe(true);
});

test("an older copy put back is noticed; with the mark moved aside one goes on from it on purpose", async () => {
  const stateDir = scratchDir();
  const files = await writtenRun(stateDir, 10);
  copyFileSync(files.journal, `${files.journal}.old`);
  const journal = ledgerJournal(stateDir);
  await journal.submit("r", amount(11));
  journal.close();
  copyFileSync(`${files.journal}.old`, files.journal);
  await expectDamage(files, { readableTo: 10, why: "moving journal.mark aside" });
  renameSync(files.mark, `${files.mark}.aside`);
  expect((await ledgerJournal(stateDir).submit("r", amount(1))).seq).toBe(11);
});

test("a damaged snapshot is passed over, to the one before it or to the beginning", async () => {
  const stateDir = scratchDir();
  const files = await writtenRun(stateDir, 5_000, { snapshotFloorBytes: 10_000 });
  const seqs = sql(files.journal, "SELECT seq FROM snapshot ORDER BY seq DESC").map((row) => row.seq);
  expect(seqs.length).toBe(2);
  const whole = await readState(files.journal, ledgerEngine);
  for (const seq of seqs) {
    sql(files.journal, `UPDATE snapshot SET state = replace(state, 'sum', 'mus') WHERE seq = ${seq}`);
    expect(await readState(files.journal, ledgerEngine)).toEqual(whole);
  }
  expect((await verifyJournal(files.journal)).problems).toEqual(
    seqs.map((seq) => expect.stringContaining(`snapshot at record ${seq}`)),
  );
});

test("a key that is missing from the index is found by the full check", async () => {
  const stateDir = scratchDir();
  const journal = ledgerJournal(stateDir, { snapshotFloorBytes: 100 });
  for (const key of ["a", "b", "c"]) await journal.submit("r", amount(1, "x".repeat(200)), key);
  journal.close();
  const { journal: path } = runFiles(stateDir, "r");
  expect(await verifyJournal(path)).toMatchObject({ sound: true, readableTo: 3 });
  sql(path, "DELETE FROM key WHERE key = 'b'");
  expect((await verifyJournal(path)).problems).toEqual([expect.stringContaining("1 keys")]);
});

test("a file of something else is not taken for a journal", async () => {
  const files = runFiles(scratchDir(), "r");
  const stateDir = join(files.dir, "../..");
  await writtenRun(stateDir, 1);
  rmSync(files.journal);
  sql(files.journal, "CREATE TABLE t (x)");
  expect(() => ledgerJournal(stateDir).open("r")).toThrow(/is not a journal of Reeve/);
});

test("an unreadable mark is no reason to doubt the journal", async () => {
  const stateDir = scratchDir();
  const files = await writtenRun(stateDir, 3);
  writeFileSync(files.mark, "0000000000000009 00000000 garbage");
  expect((await ledgerJournal(stateDir).submit("r", amount(1))).seq).toBe(4);
});

/** A run of 20 records as a kill would leave it: nothing closed, nothing checkpointed. */
async function crashedRun(): Promise<{ crashed: ReturnType<typeof runFiles> }> {
  const [live, copy] = [scratchDir(), scratchDir()];
  const journal = ledgerJournal(live);
  for (let value = 1; value <= 20; value++) await journal.submit("r", amount(value, "x".repeat(3_000)));
  await vi.waitFor(() => expect(readMark(runFiles(live, "r").mark)?.seq).toBe(20));
  cpSync(live, copy, { recursive: true });
  return { crashed: runFiles(copy, "r") };
}

/** Reading gives the sound part, then the error; the writer refuses; the full check agrees; not a byte changes. */
async function expectDamage(
  files: ReturnType<typeof runFiles>,
  expected: { readableTo?: number; why?: string },
): Promise<number> {
  const bytes = readFileSync(files.journal);
  const seqs: number[] = [];
  let thrown: unknown;
  try {
    for await (const { seq } of readRun(files.journal, 1)) seqs.push(seq);
  } catch (error) {
    thrown = error;
  }
  if (!(thrown instanceof JournalError)) throw new Error(`expected a JournalError, got ${thrown}`);
  expect(thrown.kind).toBe("corrupt");
  expect(seqs).toEqual(Array.from({ length: thrown.readableTo ?? -1 }, (_, place) => place + 1));
  if (expected.readableTo !== undefined) expect(thrown.readableTo).toBe(expected.readableTo);
  expect(thrown.sentence).toContain(expected.why ?? "");
  expect(thrown.sentence).toContain(files.journal);
  expect(() => ledgerJournal(join(files.dir, "../..")).open("r")).toThrow(JournalError);
  expect(await verifyJournal(files.journal)).toMatchObject({ sound: false, readableTo: seqs.length });
  expect(readFileSync(files.journal).equals(bytes)).toBe(true);
  return seqs.length;
}

function sql(path: string, text: string): Record<string, unknown>[] {
  const database = new DatabaseSync(path);
  try {
    return database.prepare(text).all();
  } finally {
    database.close();
  }
}

function overwrite(path: string, at: number, length: number): void {
  const fd = openSync(path, "r+");
  writeSync(fd, Buffer.alloc(length, 0xa5), 0, length, at);
  closeSync(fd);
}
