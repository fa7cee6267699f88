/**
 * Submits as fast as it can, takes mail, and prints each record's number and amount only after its receipt:
 * what is printed was acknowledged. Ends when a submit is refused, saying how.
 */
import { JournalError } from "../../src/journal/journal-error.ts";
import { ledgerEngine } from "../../src/journal/ledger-engine.ts";
import { SqliteJournal } from "../../src/journal/sqlite-journal.ts";

const [stateDir = "", submitters = "20"] = process.argv.slice(2);
const journal = new SqliteJournal({
  engine: ledgerEngine,
  now: Date.now,
  dice: Math.random,
  stateDir,
  snapshotFloorBytes: 20_000,
});
journal.open("r");
void journal.serveMail("r");
await Promise.all(Array.from({ length: Number(submitters) }, (_, place) => submitForever(place)));

async function submitForever(place: number): Promise<void> {
  for (let count = 1; ; count++) {
    const amount = count * 100 + place;
    try {
      const { seq } = await journal.submit("r", { type: "add", amounts: [amount] }, `${process.pid}-${place}-${count}`);
      process.stdout.write(`${seq} ${amount}\n`);
    } catch (error) {
      if (!(error instanceof JournalError)) throw error;
      process.stdout.write(`refused ${error.kind}\n`);
      return;
    }
  }
}
