import { cpSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { amount, mail, openLedger, scratchDir, writtenRun } from "../../../test/journal/scratch.ts";
import type { LedgerAnswer } from "../conformance/ledger-rules.ts";
import type { MailOutcome, Runs } from "../runs.ts";
import { runFiles } from "./run-files.ts";
import { sqliteRuns } from "./sqlite-store.ts";

const LONG_MS = 20_000;

test("a mail counts once, also when the writer dies between taking it and anything after", async () => {
  const [stateDir, copy] = [scratchDir(), scratchDir()];
  const { runs } = await serving(stateDir);
  await runs.post("r", mail(1, amount(5)));
  await answer(runs, 1);
  cpSync(stateDir, copy, { recursive: true });
  const again = await serving(copy);
  await again.runs.post("r", mail(2, { type: "look" }));
  await answer(again.runs, 2);
  expect((await again.run.state()).sum).toBe(5);
  expect(await keysOf(again.runs)).toEqual(["mail:test/1", "mail:test/2"]);
});

test("a mail that is in the journal already, though its outcome is not, is answered and not taken again", async () => {
  const stateDir = scratchDir();
  const first = await serving(stateDir);
  await first.runs.post("r", mail(1, amount(5)));
  await answer(first.runs, 1);
  await first.close();
  sql(stateDir, "UPDATE mailbox SET outcome = NULL");
  const { runs, run } = await serving(stateDir);
  expect(await answer(runs, 1)).toMatchObject({ type: "answered", seq: 1 });
  expect((await run.state()).sum).toBe(5);
});

test("a mail that cannot be recorded because the disk is full stays and is taken later", async () => {
  const databases: DatabaseSync[] = [];
  const { runs } = await serving(scratchDir(), { onOpen: (database) => databases.push(database) });
  databases[0]?.exec("PRAGMA max_page_count = 1");
  await runs.post("r", mail(1, amount(1, "x".repeat(100_000))));
  expect(await answer(runs, 1, 100)).toBeNull();
  expect(await runs.waiting("r")).toHaveLength(1);
  databases[0]?.exec("PRAGMA max_page_count = 4294967294");
  expect(await answer(runs, 1)).toMatchObject({ type: "answered", seq: 1 });
});

test("a mail without a name, laid in by an older Reeve or by hand, without ringing, is found by the poll", async () => {
  const stateDir = scratchDir();
  const { runs, run } = await serving(stateDir);
  sql(stateDir, `INSERT INTO mailbox (at, sender, input) VALUES (1, 'shell', '{"type":"add","amounts":[3]}')`);
  const seen = runs.tail("r", 1, AbortSignal.timeout(LONG_MS))[Symbol.asyncIterator]();
  expect((await seen.next()).value?.key).toBe("mail:1");
  await seen.return?.();
  expect((await run.state()).sum).toBe(3);
});

test("a journal that an older Reeve began is read as it is; the first mail or opening gives it the tables of today", async () => {
  const stateDir = scratchDir();
  await writtenRun(stateDir, 3);
  // What the first Reeves made.
  sql(
    stateDir,
    "DROP TABLE opening; DROP INDEX mailbox_name; ALTER TABLE mailbox DROP COLUMN name; PRAGMA user_version = 0",
  );
  sql(stateDir, `INSERT INTO mailbox (at, sender, input) VALUES (1, 'reeve pause', '{"type":"add","amounts":[4]}')`);
  const runs = sqliteRuns(stateDir);
  expect(await runs.waiting("r")).toEqual([{ name: null, at: 1, from: "reeve pause", input: amountOnly(4) }]);
  await runs.post("r", mail(1, amount(5)));
  const { run } = await serving(stateDir);
  await answer(runs, 1);
  expect([run.epoch, (await run.state()).sum]).toEqual([1, 6 + 4 + 5]);
  expect(await keysOf(runs)).toEqual([null, null, null, "mail:1", "mail:test/1"]);
  expect(await runs.verify("r")).toMatchObject({ sound: true, readableTo: 5 });
});

async function serving(stateDir: string, options: Parameters<typeof openLedger>[1] = {}) {
  const opened = await openLedger(stateDir, options);
  void opened.run.serveMail();
  return opened;
}

function answer(runs: Runs, number: number, timeoutMs = LONG_MS): Promise<MailOutcome<LedgerAnswer> | null> {
  return runs.answer<LedgerAnswer>("r", { sender: "test", number }, timeoutMs);
}

function amountOnly(value: number): unknown {
  return { type: "add", amounts: [value] };
}

async function keysOf(runs: Runs): Promise<(string | null)[]> {
  const keys: (string | null)[] = [];
  for await (const { key } of runs.read("r", 1)) keys.push(key);
  return keys;
}

function sql(stateDir: string, text: string): void {
  const database = new DatabaseSync(runFiles(stateDir, "r").journal);
  database.exec(text);
  database.close();
}
