import fc from "fast-check";
import { expect, test } from "vitest";
import { type LedgerEvent, ledgerRules } from "../../src/journal/conformance/ledger-rules.ts";
import type { Runs } from "../../src/journal/runs.ts";
import { sqliteRuns } from "../../src/journal/sqlite/sqlite-store.ts";
import { thoroughly } from "../thoroughly.ts";
import { child, nextLine } from "./child.ts";
import { mail, openLedger, scratchDir } from "./scratch.ts";

const KILLS = thoroughly(12, 3);

test(`after each of ${KILLS} kills in the middle of writing, every acknowledged record is there and every mail counts once`, async () => {
  const stateDir = scratchDir();
  const runs = sqliteRuns(stateDir);
  let posted = 0;
  const acknowledged = new Map<number, number>();
  const linesBeforeKill = fc.sample(fc.integer({ min: 1, max: 2_000 }), KILLS);
  for (const lines of linesBeforeKill) {
    const writer = child("writer-process.ts", [stateDir]);
    for (let line = 0; line < lines; line++) {
      acknowledge(acknowledged, await nextLine(writer));
      if (line % 500 === 0) await post();
      if (line % 50 === 0) expect((await runs.state("r", ledgerRules)).head.seq).toBeGreaterThanOrEqual(line);
    }
    await writer.kill();
    for await (const line of writer.lines) acknowledge(acknowledged, line);
    expect(await missing(runs, acknowledged), `kills after ${linesBeforeKill} lines`).toEqual([]);
    expect(await runs.verify("r")).toMatchObject({ sound: true, problems: [] });
  }
  await expectMailOnce(stateDir, posted);

  /** Twice, as a sender does that does not know whether the first got through. */
  async function post(): Promise<void> {
    posted += 1;
    const letter = mail(posted, { type: "add", amounts: [0], note: "mail" });
    await runs.post("r", letter);
    await runs.post("r", letter);
  }
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
  const runs = sqliteRuns(stateDir);
  expect(await missing(runs, acknowledged)).toEqual([]);
  const { state, head } = await runs.state("r", ledgerRules);
  expect(state.entries).toBe(head.seq);
});

function acknowledge(acknowledged: Map<number, number>, line: string): void {
  const [seq, amount] = line.split(" ").map(Number);
  // The last line of a killed process may be cut short; a number that is not whole proves nothing.
  if (seq !== undefined && amount !== undefined && line.split(" ").length === 2) acknowledged.set(seq, amount);
}

async function missing(runs: Runs, acknowledged: ReadonlyMap<number, number>): Promise<number[]> {
  const amounts = new Map<number, number>();
  for await (const { seq, events } of runs.read<unknown, LedgerEvent>("r", 1)) {
    if (events[0]?.type === "added") amounts.set(seq, events[0].amount);
  }
  return [...acknowledged].filter(([seq, amount]) => amounts.get(seq) !== amount).map(([seq]) => seq);
}

async function expectMailOnce(stateDir: string, posted: number): Promise<void> {
  const { runs, run } = await openLedger(stateDir);
  await run.serveMail();
  expect(await runs.waiting("r")).toEqual([]);
  const keys: string[] = [];
  for await (const { key } of runs.read("r", 1)) if (key?.startsWith("mail:")) keys.push(key);
  expect(keys).toEqual(Array.from({ length: posted }, (_, place) => `mail:test/${place + 1}`));
  expect(posted).toBeGreaterThanOrEqual(KILLS);
}
