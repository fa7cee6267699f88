/**
 * The limit to compare with: nothing but node:sqlite. Fifty writers, each waiting for its record to be durable before it
 * writes the next; one commit per turn of the event loop takes all that wait. The same table, the same settings and, one
 * by one, the same records as in the journal named as second argument: read from it beforehand, turned into JSON when
 * they are written ("records"), or not even that ("bytes"). Nothing is decided, checked or handed on.
 */
import { DatabaseSync, type StatementSync } from "node:sqlite";

const [file = "", like = "", parallel = "50", what = "records"] = process.argv.slice(2);

const records = recordsOf(like);

const SETTINGS = `
  PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA fullfsync = ON; PRAGMA journal_size_limit = 67108864;
  CREATE TABLE record (
    seq INTEGER PRIMARY KEY, at INTEGER NOT NULL, dice REAL NOT NULL, key TEXT, input TEXT NOT NULL, events TEXT NOT NULL,
    crc INTEGER NOT NULL
  ) STRICT;
`;

const NOTHING: Content = { input: null, events: null };

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
    while (this.#begun < records.length) {
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
      const { input, events } = records[this.#written] ?? NOTHING;
      this.#written += 1;
      this.#append.run(this.#written, Date.now(), 0.5, text(input), text(events));
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
console.log(JSON.stringify({ records: records.length, commits: loop.commits, seconds }));

function text(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

interface Content {
  readonly input: unknown;
  readonly events: unknown;
}

/** Without the first, which holds the plan and is written before the loop begins. */
function recordsOf(journal: string): Content[] {
  const source = new DatabaseSync(journal, { readOnly: true });
  const read = (content: unknown): unknown => (what === "bytes" ? String(content) : JSON.parse(String(content)));
  try {
    const rows = source.prepare("SELECT input, events FROM record WHERE seq > 1 ORDER BY seq").all();
    return rows.map(({ input, events }) => ({ input: read(input), events: read(events) }));
  } finally {
    source.close();
  }
}
