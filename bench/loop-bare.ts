/**
 * The limit to compare with: nothing but node:sqlite. Fifty writers, each waiting for its record to be durable before it
 * writes the next; one commit per turn of the event loop takes all that wait. The same table, the same settings and the
 * same sizes, record by record, as in the journal named as second argument; no deciding, no JSON, no checksums.
 */
import { DatabaseSync, type StatementSync } from "node:sqlite";

const [file = "", like = "", parallel = "50"] = process.argv.slice(2);

const sizes = sizesOf(like);
const texts = sizes.map(({ input, events }) => ({ input: "i".repeat(input), events: "e".repeat(events) }));

const SETTINGS = `
  PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA fullfsync = ON; PRAGMA journal_size_limit = 67108864;
  CREATE TABLE record (
    seq INTEGER PRIMARY KEY, at INTEGER NOT NULL, dice REAL NOT NULL, key TEXT, input TEXT NOT NULL, events TEXT NOT NULL,
    crc INTEGER NOT NULL
  ) STRICT;
`;

class BareLoop {
  commits = 0;
  readonly #database: DatabaseSync;
  readonly #begin: StatementSync;
  readonly #append: StatementSync;
  readonly #commit: StatementSync;
  #waiting: (() => void)[] = [];
  #begun = 0;
  #written = 0;

  constructor(path: string) {
    this.#database = new DatabaseSync(path);
    this.#database.exec(SETTINGS);
    this.#begin = this.#database.prepare("BEGIN IMMEDIATE");
    this.#append = this.#database.prepare("INSERT INTO record VALUES (?, ?, ?, NULL, ?, ?, 0)");
    this.#commit = this.#database.prepare("COMMIT");
  }

  async work(): Promise<number> {
    const before = performance.now();
    await Promise.all(Array.from({ length: Number(parallel) }, () => this.#writer()));
    const seconds = (performance.now() - before) / 1000;
    this.#database.close();
    return seconds;
  }

  async #writer(): Promise<void> {
    while (this.#begun < texts.length) {
      this.#begun += 1;
      await this.#durable();
    }
  }

  #durable(): Promise<void> {
    return new Promise((resolve) => {
      if (this.#waiting.length === 0) setImmediate(() => this.#flush());
      this.#waiting.push(resolve);
    });
  }

  #flush(): void {
    const batch = this.#waiting;
    this.#waiting = [];
    this.#begin.run();
    for (const _ of batch) {
      const text = texts[this.#written];
      this.#written += 1;
      this.#append.run(this.#written, Date.now(), 0.5, text?.input ?? "", text?.events ?? "");
    }
    this.#commit.run();
    this.commits += 1;
    for (const resolve of batch) resolve();
  }
}

// Once for nothing, as in the loop it is compared with.
await new BareLoop(`${file}-warm`).work();
const loop = new BareLoop(file);
const seconds = await loop.work();
console.log(JSON.stringify({ records: texts.length, commits: loop.commits, seconds }));

function sizesOf(journal: string): { input: number; events: number }[] {
  const source = new DatabaseSync(journal, { readOnly: true });
  try {
    const rows = source.prepare("SELECT length(input) AS input, length(events) AS events FROM record WHERE seq > 1 ORDER BY seq").all();
    return rows.map(({ input, events }) => ({ input: Number(input), events: Number(events) }));
  } finally {
    source.close();
  }
}
