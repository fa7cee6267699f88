/** The writing half of a store on SQLite: one transaction per batch, prepared statements, the mark written after each commit. */
import { closeSync, openSync, statSync } from "node:fs";
import type { DatabaseSync, StatementSync } from "node:sqlite";
import { conflictError, goneError, storeError, supersededError } from "../journal-error.ts";
import { CHAIN_START, type ChainEnd, type Row } from "../store/record.ts";
import type { Batch, Opening, RecordWriter, SnapshotRow } from "../store/run-store.ts";
import { listen } from "./file-signal.ts";
import { MarkFile } from "./mark.ts";
import { filesBeside } from "./run-files.ts";
import { dataVersionWatch } from "./sqlite-database.ts";
import { SqliteReader } from "./sqlite-reader.ts";

export class SqliteWriter extends SqliteReader implements RecordWriter {
  readonly epoch: number;
  readonly #bell: string;
  readonly #mark: MarkFile;
  readonly #file: string | null;
  readonly #begin: StatementSync;
  readonly #commit: StatementSync;
  readonly #newestEpoch: StatementSync;
  readonly #append: StatementSync;
  readonly #seqOf: StatementSync;

  /** `by`: who opens it, for people. */
  constructor(database: DatabaseSync, path: string, opening: Opening, by: string) {
    super(database, path);
    const { bell, mark } = filesBeside(path);
    this.#bell = bell;
    this.#mark = new MarkFile(mark);
    this.#file = fileAt(path);
    this.#begin = database.prepare("BEGIN IMMEDIATE");
    this.#commit = database.prepare("COMMIT");
    this.#newestEpoch = database.prepare("SELECT max(epoch) AS epoch FROM opening");
    this.#append = database.prepare(
      "INSERT INTO record (seq, at, dice, key, input, events, crc) VALUES (?, ?, ?, ?, ?, ?, ?)",
    );
    this.#seqOf = database.prepare("SELECT seq FROM key WHERE key = ?");
    this.epoch = this.#open(opening, by);
    this.#mark.set(opening.after);
  }

  write({ after, rows, end, outcomes, snapshot, keys }: Batch): void {
    // SQLite writes on into a file that has no name any more.
    if (![this.#file, null].includes(fileAt(this.path))) throw goneError(this.path);
    this.#transaction(() => {
      const newest = Number(this.#newestEpoch.get()?.epoch);
      if (newest !== this.epoch) throw supersededError(this.path, this.epoch, newest);
      for (const row of rows) this.#appendRow(row);
      for (const each of outcomes) this.#recordOutcome(each.mail, each.outcome);
      if (snapshot !== null) this.#saveSnapshot(snapshot);
      if (keys !== null) this.#saveKeys(keys);
    }, after.seq);
    if (rows.length > 0 || outcomes.length > 0) this.#mark.set(end);
  }

  newest(): ChainEnd {
    const [row] = this.#guard(() =>
      this.database.prepare("SELECT seq, at, crc FROM record ORDER BY seq DESC LIMIT 1").all(),
    );
    return row === undefined ? CHAIN_START : { seq: Number(row.seq), at: Number(row.at), crc: Number(row.crc) };
  }

  seqsOf(keys: readonly string[]): ReadonlyMap<string, number> {
    const found = new Map<string, number>();
    for (const key of keys) {
      const row = this.#guard(() => this.#seqOf.get(key));
      if (typeof row?.seq === "number") found.set(key, row.seq);
    }
    return found;
  }

  onMail(look: () => void): () => void {
    touch(this.#bell);
    const changed = dataVersionWatch(this.database);
    return listen({ file: this.#bell, changed, onSignal: look, keepAlive: false });
  }

  override close(): void {
    this.#mark.close();
    super.close();
  }

  /**
   * Takes the next epoch, provided that nothing was appended since the opener looked. Not synced by itself: if power fails
   * now, whoever could be refused by it is gone too, and the first record that is synced takes it along. Without syncing,
   * nothing may be moved from the log into the database either.
   */
  #open({ format, after }: Opening, by: string): number {
    this.database.exec("PRAGMA synchronous = OFF; PRAGMA wal_autocheckpoint = 0");
    try {
      return this.#transaction(() => {
        if (this.newest().seq !== after.seq) throw conflictError(this.path);
        this.database.prepare("INSERT OR IGNORE INTO format VALUES (?, ?)").run(format.version, after.seq + 1);
        const epoch = Number(this.#newestEpoch.get()?.epoch ?? 0) + 1;
        this.database.prepare("INSERT INTO opening (epoch, at, by) VALUES (?, ?, ?)").run(epoch, Date.now(), by);
        return epoch;
      }, after.seq);
    } finally {
      this.database.exec("PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 1000");
    }
  }

  #transaction<T>(work: () => T, readableTo: number): T {
    try {
      this.#begin.run();
      const done = work();
      this.#commit.run();
      return done;
    } catch (error) {
      this.#rollback();
      throw storeError(error, this.path, readableTo);
    }
  }

  /** After some failures SQLite has rolled back by itself; then there is nothing left to do. */
  #rollback(): void {
    try {
      this.database.exec("ROLLBACK");
    } catch {}
  }

  #appendRow(row: Row): void {
    this.#append.run(row.seq, row.at, row.dice, row.key, row.input, row.events, row.crc);
  }

  #recordOutcome(mail: number, outcome: string): void {
    this.database.prepare("UPDATE mailbox SET outcome = ? WHERE id = ?").run(outcome, mail);
  }

  /** Sorted: an index is written quickest in its own order. */
  #saveKeys(seqByKey: ReadonlyMap<string, number>): void {
    const save = this.database.prepare("INSERT OR IGNORE INTO key (key, seq) VALUES (?, ?)");
    for (const key of [...seqByKey.keys()].sort()) save.run(key, seqByKey.get(key) ?? null);
  }

  #saveSnapshot({ seq, crc, version, sum, state }: SnapshotRow): void {
    this.database.prepare("DELETE FROM snapshot WHERE seq < (SELECT max(seq) FROM snapshot) OR seq >= ?").run(seq);
    this.database
      .prepare("INSERT INTO snapshot (seq, crc, version, sum, state) VALUES (?, ?, ?, ?, ?)")
      .run(seq, crc, version, sum, state);
  }

  #guard<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      throw storeError(error, this.path);
    }
  }
}

/** Which file a name leads to; empty: none; null: nobody may look. */
function fileAt(path: string): string | null {
  try {
    const found = statSync(path, { bigint: true, throwIfNoEntry: false });
    return found === undefined ? "" : `${found.dev}:${found.ino}`;
  } catch {
    return null;
  }
}

function touch(file: string): void {
  try {
    closeSync(openSync(file, "a", 0o600));
  } catch {}
}
