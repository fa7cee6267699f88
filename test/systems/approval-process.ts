/** Works an approval list in the folder it is given, printing each sentence; its announcement goes into a file there. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { cryptoDice } from "../../src/journal/dice.ts";
import { openRuns } from "../../src/journal/open-runs.ts";
import { Runner } from "../../src/runtime/runner/runner.ts";
import { realClock } from "../../src/runtime/time/clock.ts";
import { approvalList } from "../../src/testing/approval-list.ts";

const [stateDir = ""] = process.argv.slice(2);
const HOUR_MS = 3_600_000;

const clock = realClock();
const runs = openRuns({ stateDir });
const lease = await runs.lease("r1");
if ("heldBy" in lease) throw new Error(`pid ${lease.heldBy.pid} has the list`);
const announce = async (missing: readonly string[]): Promise<void> =>
  writeFileSync(join(stateDir, "announcement.txt"), `missing: ${missing.join(", ")}\n`, { flag: "a" });
const system = approvalList({ clock, items: ["roof", "walls"], withinMs: HOUR_MS, announce });
const onSentence = (sentence: string): void => void process.stdout.write(`${sentence}\n`);
const end = await new Runner(system, {
  ...{ runs, lease, clock, onSentence },
  dice: cryptoDice(),
  stays: () => false,
}).work();
await lease.release();
process.stdout.write(`end: ${end.type}\n`);
