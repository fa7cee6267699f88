import { expect, test } from "vitest";
import { amount, mail, openLedger, scratchDir, writtenRun } from "../../../test/journal/scratch.ts";
import { type LedgerEvent, ledgerRules } from "../conformance/ledger-rules.ts";
import { sqliteRuns } from "../sqlite/sqlite-store.ts";
import { type Format, upgrader } from "./upgrade.ts";

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

const oldRules = {
  ...ledgerRules,
  step(...[state, stamped]: Parameters<typeof ledgerRules.step>) {
    const { events, answer } = ledgerRules.step(state, stamped);
    const old = events.map((event) =>
      event.type === "added" ? { type: "booked", value: event.amount, dice: event.dice, note: event.note } : event,
    );
    return { events: old as unknown as LedgerEvent[], answer };
  },
  react: () => [],
};

test("a journal of an older format is read as if it were of today, and nothing in it is rewritten", async () => {
  const stateDir = scratchDir();
  await writtenRun(stateDir, 3, { format: OLD, rules: oldRules });
  const runs = sqliteRuns(stateDir, { format: NOW });
  expect((await runs.state("r", ledgerRules)).state.sum).toBe(6);
  const events: unknown[] = [];
  for await (const record of runs.read<unknown, LedgerEvent>("r", 2)) events.push(record.events[0]);
  expect(events).toMatchObject([
    { type: "added", amount: 2 },
    { type: "added", amount: 3 },
  ]);
  expect(await runs.verify("r")).toMatchObject({ sound: true, formats: [{ version: 0, since: 1 }] });
});

test("a writer of today goes on after the old records; each is read in its own format", async () => {
  const stateDir = scratchDir();
  await writtenRun(stateDir, 3, { format: OLD, rules: oldRules });
  const runs = sqliteRuns(stateDir, { format: NOW });
  const { run, close } = await openLedger(stateDir, { format: NOW });
  await run.submit(amount(10));
  await close();
  expect((await runs.verify("r")).formats).toEqual([
    { version: 0, since: 1 },
    { version: 1, since: 4 },
  ]);
  expect((await runs.state("r", ledgerRules)).state.sum).toBe(16);
  expect((await (await openLedger(stateDir, { format: NOW })).run.state()).sum).toBe(16);
});

test("a journal of a newer Reeve is refused with a sentence that says what to do", async () => {
  const stateDir = scratchDir();
  await writtenRun(stateDir, 3, { format: { version: 4, upgrades: [] } });
  const runs = sqliteRuns(stateDir);
  const refusal = {
    kind: "newer",
    message: expect.stringContaining(
      "has format 4, written by a newer Reeve; this one reads formats up to 3. Update Reeve",
    ),
  };
  await expect(runs.state("r", ledgerRules)).rejects.toMatchObject(refusal);
  await expect(openLedger(stateDir)).rejects.toMatchObject(refusal);
  await expect(runs.post("r", mail(1, amount(1)))).rejects.toThrow(/newer Reeve/);
  expect(await runs.verify("r")).toMatchObject({ sound: false, problems: [expect.stringContaining("newer Reeve")] });
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
