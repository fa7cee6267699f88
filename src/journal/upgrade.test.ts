import { expect, test } from "vitest";
import { amount, ledgerJournal, scratchDir, writtenRun } from "../../test/journal/scratch.ts";
import { type LedgerEvent, ledgerEngine } from "./ledger-engine.ts";
import { postMail } from "./mailbox.ts";
import { readRun, readState } from "./read-run.ts";
import { type Format, upgrader } from "./upgrade.ts";
import { verifyJournal } from "./verify-journal.ts";

/** An older Reeve, in which a ledger's entry was called `booked` and its amount `value`. */
const OLD: Format = { version: 0, upgrades: [] };
const NOW: Format = {
  version: 1,
  upgrades: [{ from: 0, record: (record) => ({ ...record, events: (record.events as OldEvent[]).map(fromOld) }) }],
};
type OldEvent = { type: "booked"; value: number; dice: number; note: string };

function fromOld({ value, dice, note }: OldEvent): LedgerEvent {
  return { type: "added", amount: value, dice, note };
}

const oldEngine = {
  ...ledgerEngine,
  step(...[state, stamped]: Parameters<typeof ledgerEngine.step>) {
    const { events, answer } = ledgerEngine.step(state, stamped);
    const old = events.map((event) =>
      event.type === "added" ? { type: "booked", value: event.amount, dice: event.dice, note: event.note } : event,
    );
    return { events: old as unknown as LedgerEvent[], answer };
  },
  react: () => [],
};

test("a journal of an older format is read as if it were of today, and nothing in it is rewritten", async () => {
  const stateDir = scratchDir();
  const { journal: path } = await writtenRun(stateDir, 3, { format: OLD, engine: oldEngine });
  expect((await readState(path, ledgerEngine, NOW)).state.sum).toBe(6);
  const events: unknown[] = [];
  for await (const record of readRun<unknown, LedgerEvent>(path, 2, NOW)) events.push(record.events[0]);
  expect(events).toMatchObject([
    { type: "added", amount: 2 },
    { type: "added", amount: 3 },
  ]);
  expect(await verifyJournal(path, NOW)).toMatchObject({ sound: true, formats: [{ version: 0, since: 1 }] });
});

test("a writer of today goes on after the old records; each is read in its own format", async () => {
  const stateDir = scratchDir();
  const { journal: path } = await writtenRun(stateDir, 3, { format: OLD, engine: oldEngine });
  const journal = ledgerJournal(stateDir, { format: NOW });
  await journal.submit("r", amount(10));
  journal.close();
  expect((await verifyJournal(path, NOW)).formats).toEqual([
    { version: 0, since: 1 },
    { version: 1, since: 4 },
  ]);
  expect((await readState(path, ledgerEngine, NOW)).state.sum).toBe(16);
  expect((await ledgerJournal(stateDir, { format: NOW }).state("r")).sum).toBe(16);
});

test("a journal of a newer Reeve is refused with a sentence that says what to do", async () => {
  const stateDir = scratchDir();
  const { journal: path } = await writtenRun(stateDir, 3, { format: { version: 3, upgrades: [] } });
  const refusal = {
    kind: "newer",
    message: expect.stringContaining(
      "has format 3, written by a newer Reeve; this one reads formats up to 2. Update Reeve",
    ),
  };
  await expect(readState(path, ledgerEngine)).rejects.toMatchObject(refusal);
  await expect(ledgerJournal(stateDir).submit("r", amount(1))).rejects.toMatchObject(refusal);
  expect(() => postMail(path, amount(1), "test")).toThrow(/newer Reeve/);
  expect(await verifyJournal(path)).toMatchObject({ sound: false, problems: [expect.stringContaining("newer Reeve")] });
});

test("upgrades are taken one after the other, from the format of the record on", () => {
  const step = (from: number) =>
    ({ from, record: (record: never) => ({ ...(record as object), [`from${from}`]: true }) }) as never;
  const format: Format = { version: 3, upgrades: [step(2), step(0), step(1)] };
  const upgrade = upgrader(
    [
      { version: 0, since: 1 },
      { version: 2, since: 10 },
      { version: 3, since: 20 },
    ],
    format,
  );
  const record = (seq: number) => ({ seq, at: 0, dice: 0, key: null, input: null, events: [] });
  expect(Object.keys(upgrade?.(record(9)) ?? {}).slice(6)).toEqual(["from0", "from1", "from2"]);
  expect(Object.keys(upgrade?.(record(10)) ?? {}).slice(6)).toEqual(["from2"]);
  expect(upgrade?.(record(20))).toEqual(record(20));
  expect(upgrader([{ version: 3, since: 1 }], format)).toBeNull();
});
