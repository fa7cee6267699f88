/** Measured alone in its own process: opening a run as `reeve status` does (read only) and as `reeve run` does. */
import { readState } from "../../src/journal/read-run.ts";
import { SqliteJournal } from "../../src/journal/sqlite-journal.ts";
import { enginePort } from "../../src/runtime/engine-port.ts";

const [root = "", how = "read"] = process.argv.slice(2);

const before = performance.now();
if (how === "read") await readState(`${root}/.reeve/runs/r1/journal.db`, enginePort);
else {
  const journal = new SqliteJournal({
    engine: enginePort,
    stateDir: `${root}/.reeve`,
    now: Date.now,
    dice: Math.random,
  });
  journal.open("r1");
}
console.log(JSON.stringify({ ms: performance.now() - before }));
