import { cpSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { amount, type LedgerSqliteJournal, ledgerJournal, scratchDir, writtenRun } from "../../test/journal/scratch.ts";
import type { LedgerAnswer } from "./ledger-engine.ts";
import { awaitAnswer, pendingMail, postMail } from "./mailbox.ts";
import { runFiles } from "./run-files.ts";

const LONG_MS = 20_000;

test("a mail to a running writer is recorded under its own key and answered", async () => {
  const { journal, path } = serving(scratchDir());
  const id = postMail(path, amount(7), "a test");
  expect(await awaitAnswer<LedgerAnswer>(path, id, LONG_MS)).toEqual({
    type: "answered",
    seq: 1,
    answer: { sum: 7, owner: null },
  });
  expect(await keysOf(journal)).toEqual([`mail:${id}`]);
  expect(pendingMail(path)).toEqual([]);
});

test("mail waits while nobody runs, is listed, and is taken in order by the next writer", async () => {
  const stateDir = scratchDir();
  const { journal: path } = await writtenRun(stateDir, 1);
  const ids = [2, 3, 4].map((value) => postMail(path, amount(value), `sender ${value}`, value));
  expect(pendingMail(path)).toEqual(
    [2, 3, 4].map((value, place) => ({ id: ids[place], at: value, from: `sender ${value}`, input: amount(value) })),
  );
  expect(await awaitAnswer(path, ids[2] ?? 0, 0)).toBeNull();
  const { journal } = serving(stateDir);
  expect(await awaitAnswer<LedgerAnswer>(path, ids[2] ?? 0, LONG_MS)).toMatchObject({ answer: { sum: 10 } });
  expect(await keysOf(journal)).toEqual([null, ...ids.map((id) => `mail:${id}`)]);
});

test("a mail counts once, also when the writer dies between taking it and anything after", async () => {
  const [stateDir, copy] = [scratchDir(), scratchDir()];
  const { path } = serving(stateDir);
  const id = postMail(path, amount(5), "a test");
  await awaitAnswer(path, id, LONG_MS);
  cpSync(stateDir, copy, { recursive: true });
  const again = serving(copy);
  await awaitAnswer(again.path, postMail(again.path, { type: "look" }, "a test"), LONG_MS);
  expect((await again.journal.state("r")).sum).toBe(5);
  expect(await keysOf(again.journal)).toEqual([`mail:${id}`, `mail:${id + 1}`]);
});

test("a mail that is in the journal already, though its outcome is not, is answered and not taken again", async () => {
  const stateDir = scratchDir();
  const first = serving(stateDir);
  const id = postMail(first.path, amount(5), "a test");
  await awaitAnswer(first.path, id, LONG_MS);
  first.journal.close();
  sql(first.path, "UPDATE mailbox SET outcome = NULL");
  const { journal, path } = serving(stateDir);
  expect(await awaitAnswer(path, id, LONG_MS)).toMatchObject({ type: "answered", seq: 1 });
  expect((await journal.state("r")).sum).toBe(5);
});

test("a mail the engine cannot take is refused in writing and does not hold up the next", async () => {
  const { journal, path } = serving(scratchDir());
  const [bad, good] = [postMail(path, { type: "stumble" }, "a test"), postMail(path, amount(1), "a test")];
  expect(await awaitAnswer(path, good, LONG_MS)).toMatchObject({ type: "answered" });
  expect(await awaitAnswer(path, bad, LONG_MS)).toEqual({ type: "refused", because: "the ledger stumbled" });
  expect((await journal.state("r")).sum).toBe(1);
});

test("a mail that cannot be recorded because the disk is full stays and is taken later", async () => {
  const databases: DatabaseSync[] = [];
  const { path } = serving(scratchDir(), { onOpen: (database) => databases.push(database) });
  databases[0]?.exec("PRAGMA max_page_count = 1");
  const id = postMail(path, amount(1, "x".repeat(100_000)), "a test");
  expect(await awaitAnswer(path, id, 100)).toBeNull();
  expect(pendingMail(path)).toHaveLength(1);
  databases[0]?.exec("PRAGMA max_page_count = 4294967294");
  expect(await awaitAnswer(path, id, LONG_MS)).toMatchObject({ type: "answered", seq: 1 });
});

test("a mail laid in by hand, without ringing, is found by the poll", async () => {
  const { path } = serving(scratchDir());
  sql(path, `INSERT INTO mailbox (at, sender, input) VALUES (1, 'shell', '{"type":"add","amounts":[3]}')`);
  expect(await awaitAnswer<LedgerAnswer>(path, 1, LONG_MS)).toMatchObject({ answer: { sum: 3 } });
});

test("many senders at once lose nothing", async () => {
  const { journal, path } = serving(scratchDir());
  const ids = Array.from({ length: 50 }, () => postMail(path, amount(1), "a test"));
  const outcomes = await Promise.all(ids.map((id) => awaitAnswer<LedgerAnswer>(path, id, LONG_MS)));
  expect(outcomes.map((outcome) => outcome?.type === "answered" && outcome.answer.sum)).toEqual(
    ids.map((_, place) => place + 1),
  );
  expect((await journal.state("r")).sum).toBe(50);
});

test("waiting for an answer ends with the signal, and for a mail that was never sent at once", async () => {
  const { journal: path } = await writtenRun(scratchDir(), 1);
  const id = postMail(path, amount(1), "a test");
  const stop = new AbortController();
  const answer = awaitAnswer(path, id, LONG_MS, stop.signal);
  stop.abort();
  expect(await answer).toBeNull();
  await expect(awaitAnswer(path, 999, LONG_MS)).rejects.toThrow(/There is no mail 999/);
});

test("a writer that is closed takes no more mail", async () => {
  const { journal, path } = serving(scratchDir());
  journal.close();
  const id = postMail(path, amount(1), "a test");
  expect(await awaitAnswer(path, id, 0)).toBeNull();
});

function serving(
  stateDir: string,
  options: Parameters<typeof ledgerJournal>[1] = {},
): { journal: LedgerSqliteJournal; path: string } {
  const journal = ledgerJournal(stateDir, options);
  journal.open("r");
  void journal.serveMail("r");
  return { journal, path: runFiles(stateDir, "r").journal };
}

async function keysOf(journal: LedgerSqliteJournal): Promise<(string | null)[]> {
  const keys: (string | null)[] = [];
  for await (const { key } of journal.read("r", 1)) keys.push(key);
  return keys;
}

function sql(path: string, text: string): void {
  const database = new DatabaseSync(path);
  database.exec(text);
  database.close();
}
