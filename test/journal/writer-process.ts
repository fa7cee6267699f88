/**
 * Submits as fast as it can, takes mail, and prints each record's number and amount only after its receipt:
 * what is printed was acknowledged. Ends when a submit is refused, saying how.
 */

import { ledgerRules } from "../../src/journal/conformance/ledger-rules.ts";
import { JournalError } from "../../src/journal/journal-error.ts";
import { sqliteRuns } from "../../src/journal/sqlite/sqlite-store.ts";

const [stateDir = "", submitters = "20"] = process.argv.slice(2);
const runs = sqliteRuns(stateDir);
const lease = await runs.lease("r");
if ("heldBy" in lease) throw new Error("somebody has the run");
const run = await runs.open(lease, {
  rules: ledgerRules,
  now: Date.now,
  dice: Math.random,
  snapshotFloorBytes: 20_000,
});
void run.serveMail();
await Promise.all(Array.from({ length: Number(submitters) }, (_, place) => submitForever(place)));

async function submitForever(place: number): Promise<void> {
  for (let count = 1; ; count++) {
    const amount = count * 100 + place;
    try {
      const { seq } = await run.submit({ type: "add", amounts: [amount] }, `${process.pid}-${place}-${count}`);
      process.stdout.write(`${seq} ${amount}\n`);
    } catch (error) {
      if (!(error instanceof JournalError)) throw error;
      process.stdout.write(`refused ${error.kind}\n`);
      return;
    }
  }
}
