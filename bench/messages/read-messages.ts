/** Writes a log of so many messages if there is none, then reads it; and reads it as plain lines, to compare with. */
import { existsSync, readFileSync } from "node:fs";
import { Tally } from "../../src/systems/messages/message-folds.ts";
import { MessageReader } from "../../src/systems/messages/message-reader.ts";
import { MessageWriter } from "../../src/systems/messages/message-writer.ts";

const [log = "", count = "1000000"] = process.argv.slice(2);
const BATCH = 1_000;

const drafts = Array.from({ length: BATCH }, (_, n) => ({
  from: `writer${n % 8}`,
  to: "coordinator",
  type: n % 10 === 0 ? "state_update" : "progress",
  summary: `message ${n} with a few words`,
  ...(n % 10 === 0 && {
    data: { task: `DRAFT-00${n % 4}`, quality_self_score: n % 100, key_findings: ["one", "two"] },
  }),
}));
if (!existsSync(log)) {
  const writer = new MessageWriter(log);
  for (let n = 0; n < Number(count); n += BATCH) writer.appendAll(drafts, Date.now());
  writer.close();
}
const tally = new Tally();
const reader = new MessageReader(log);
const readMs = timed(() => reader.read((message) => tally.add(message)));
const tailMs = timed(() => reader.read(() => {}));
let length = 0;
const plainMs = timed(() => {
  for (const line of readFileSync(log, "utf8").split("\n")) length += line.length;
});
console.log(JSON.stringify({ readMs, tailMs, plainMs, length, scores: tally.points.length }));

function timed(work: () => unknown): number {
  const before = performance.now();
  work();
  return performance.now() - before;
}
