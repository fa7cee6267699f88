/** What the message log of a session takes: reading a million messages, looking again, and eight writers at once. */
import { once } from "node:events";
import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { median, ms, perSecond, times } from "../figures.ts";
import type { Lab } from "../lab.ts";
import type { Row } from "../table.ts";

const MESSAGES = 1_000_000;
const READINGS = 3;
const WRITERS = 8;
const EACH = 10_000;

export async function messageRows(lab: Lab): Promise<Row[]> {
  return [...readRows(lab), await writeRow(lab)];
}

function readRows(lab: Lab): Row[] {
  const log = join(lab.folder("messages"), "messages.jsonl");
  const read = () =>
    lab.measure<{ readMs: number; tailMs: number; plainMs: number }>("messages/read-messages.ts", log, MESSAGES);
  const all = Array.from({ length: READINGS }, read);
  const [readMs, tailMs, plainMs] = (["readMs", "tailMs", "plainMs"] as const).map((name) =>
    median(all.map((each) => each[name])),
  ) as [number, number, number];
  const beside = `its lines, not looked at ${ms(plainMs)}`;
  return [
    {
      what: "reading a log of 1,000,000 messages, with states and trends",
      ...{ reeve: ms(readMs), beside, ratio: times(readMs / plainMs), target: "< 3 s", met: readMs < 3_000 },
    },
    { what: "looking at it again", reeve: ms(tailMs), beside: "", ratio: "", target: "< 10 ms", met: tailMs < 10 },
  ];
}

async function writeRow(lab: Lab): Promise<Row> {
  const log = join(lab.folder("writers"), "messages.jsonl");
  const program = fileURLToPath(new URL("append-messages.ts", import.meta.url));
  const before = performance.now();
  const ends = Array.from({ length: WRITERS }, (_, n) =>
    once(lab.start([program, log, `w${n}`, String(EACH)]), "exit"),
  );
  if ((await Promise.all(ends)).some(([code]) => code !== 0)) throw new Error("a writer failed");
  const rate = (WRITERS * EACH) / ((performance.now() - before) / 1_000);
  const plain = plainRate(join(lab.folder("plain"), "plain.jsonl"));
  return {
    what: "8 processes append 10,000 messages each to one log",
    reeve: perSecond(rate),
    beside: `one process that appends without a lock ${perSecond(plain)}`,
    ...{ ratio: times(rate / plain), target: "> 1,000/s", met: rate > 1_000 },
  };
}

function plainRate(file: string): number {
  const before = performance.now();
  for (let n = 0; n < EACH; n++) appendFileSync(file, `{"summary":"message ${n} with a few words and no lock"}\n`);
  return EACH / ((performance.now() - before) / 1_000);
}
