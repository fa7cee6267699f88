/**
 * The limit to compare with: nothing but node:sqlite. Fifty writers, each waiting for its record to be durable before it
 * writes the next; one commit per turn of the event loop takes all that wait. The same table, the same settings and the
 * same sizes, record by record, as in the journal named as second argument; no deciding, no JSON, no checksums.
 */
import { DatabaseSync } from "node:sqlite";

const [file = "", like = "", parallel = "50"] = process.argv.slice(2);

const texts = sizesOf(like).map(({ input, events }) => ({ input: "i".repeat(input), events: "e".repeat(events) }));
const database = new DatabaseSync(file);
database.exec(`
  PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA fullfsync = ON; PRAGMA journal_size_limit = 67108864;
  CREATE TABLE record (
    seq INTEGER PRIMARY KEY, at INTEGER NOT NULL, dice REAL NOT NULL, key TEXT, input TEXT NOT NULL, events TEXT NOT NULL,
    crc INTEGER NOT NULL
  ) STRICT;
`);
const begin = database.prepare("BEGIN IMMEDIATE");
const append = database.prepare("INSERT INTO record VALUES (?, ?, ?, NULL, ?, ?, 0)");
const commit = database.prepare("COMMIT");

let waiting: (() => void)[] = [];
let next = 0;
let commits = 0;
let written = 0;

const c0=process.cpuUsage();
const before = performance.now();
await Promise.all(Array.from({ length: Number(parallel) }, writer));
const seconds = (performance.now() - before) / 1000;
database.close();
const c=process.cpuUsage(c0); console.log({seconds,user:c.user/1e6,sys:c.system/1e6});

async function writer(): Promise<void> {
  while (next < texts.length) {
    next += 1;
    await durable();
  }
}

function durable(): Promise<void> {
  return new Promise((resolve) => {
    if (waiting.length === 0) setImmediate(flush);
    waiting.push(resolve);
  });
}

function flush(): void {
  const batch = waiting;
  waiting = [];
  begin.run();
  for (const _ of batch) {
    const text = texts[written];
    written += 1;
    append.run(written, Date.now(), 0.5, text?.input ?? "", text?.events ?? "");
  }
  commit.run();
  commits += 1;
  for (const resolve of batch) resolve();
}

function sizesOf(journal: string): { input: number; events: number }[] {
  const source = new DatabaseSync(journal, { readOnly: true });
  try {
    const rows = source.prepare("SELECT length(input) AS input, length(events) AS events FROM record WHERE seq > 1 ORDER BY seq").all();
    return rows.map(({ input, events }) => ({ input: Number(input), events: Number(events) }));
  } finally {
    source.close();
  }
}
