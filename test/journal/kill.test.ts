import fc from "fast-check";
import { expect, test } from "vitest";
import { type LedgerEvent, ledgerEngine } from "../../src/journal/ledger-engine.ts";
import { pendingMail, postMail } from "../../src/journal/mailbox.ts";
import { readRun, readState } from "../../src/journal/read-run.ts";
import { runFiles } from "../../src/journal/run-files.ts";
import { verifyJournal } from "../../src/journal/verify-journal.ts";
import { thoroughly } from "../thoroughly.ts";
import { child, nextLine } from "./child.ts";
import { ledgerJournal, scratchDir } from "./scratch.ts";

const KILLS = thoroughly(12, 3);

test(`after each of ${KILLS} kills in the middle of writing, every acknowledged record is there and every mail counts once`, async () => {
  const stateDir = scratchDir();
  const { journal: path } = runFiles(stateDir, "r");
  const acknowledged = new Map<number, number>();
  const linesBeforeKill = fc.sample(fc.integer({ min: 1, max: 2_000 }), KILLS);
  for (const lines of linesBeforeKill) {
    const writer = child("writer-process.ts", [stateDir]);
    for (let line = 0; line < lines; line++) {
      acknowledge(acknowledged, await nextLine(writer));
      if (line % 500 === 0) postMail(path, { type: "add", amounts: [0], note: "mail" }, "a test");
      if (line % 50 === 0) expect((await readState(path, ledgerEngine)).head.seq).toBeGreaterThanOrEqual(line);
    }
    await writer.kill();
    for await (const line of writer.lines) acknowledge(acknowledged, line);
    expect(await missing(path, acknowledged), `kills after ${linesBeforeKill} lines`).toEqual([]);
    expect(await verifyJournal(path)).toMatchObject({ sound: true, problems: [] });
  }
  await expectMailOnce(stateDir, path);
});

test("when the system refuses to write, the submit is refused and what was acknowledged before is there", async () => {
  const stateDir = scratchDir();
  const acknowledged = new Map<number, number>();
  const writer = child("writer-process.ts", [stateDir, "5"], ["sh", "-c", 'ulimit -f 600 && exec "$0" "$@"']);
  const refused = new Set<string>();
  for await (const line of writer.lines) {
    if (line.startsWith("refused")) refused.add(line);
    else acknowledge(acknowledged, line);
  }
  expect([...refused]).toEqual(["refused io"]);
  expect(acknowledged.size).toBeGreaterThan(100);
  const { journal: path } = runFiles(stateDir, "r");
  expect(await missing(path, acknowledged)).toEqual([]);
  const { state, head } = await readState(path, ledgerEngine);
  expect(state.entries).toBe(head.seq);
});

function acknowledge(acknowledged: Map<number, number>, line: string): void {
  const [seq, amount] = line.split(" ").map(Number);
  // The last line of a killed process may be cut short; a number that is not whole proves nothing.
  if (seq !== undefined && amount !== undefined && line.split(" ").length === 2) acknowledged.set(seq, amount);
}

async function missing(path: string, acknowledged: ReadonlyMap<number, number>): Promise<number[]> {
  const amounts = new Map<number, number>();
  for await (const { seq, events } of readRun<unknown, LedgerEvent>(path, 1)) {
    if (events[0]?.type === "added") amounts.set(seq, events[0].amount);
  }
  return [...acknowledged].filter(([seq, amount]) => amounts.get(seq) !== amount).map(([seq]) => seq);
}

async function expectMailOnce(stateDir: string, path: string): Promise<void> {
  const journal = ledgerJournal(stateDir);
  await journal.serveMail("r");
  expect(pendingMail(path)).toEqual([]);
  const keys: string[] = [];
  for await (const { key } of journal.read("r", 1)) if (key?.startsWith("mail:")) keys.push(key);
  expect(keys).toEqual(keys.map((_, place) => `mail:${place + 1}`));
  expect(keys.length).toBeGreaterThanOrEqual(KILLS);
}
