/** The store on SQLite: one transaction per batch, prepared statements, the mark written after each commit. */
import type { DatabaseSync, StatementSync } from "node:sqlite";
import { storeError } from "./journal-error.ts";
import { MarkFile } from "./mark.ts";
import type { ChainEnd, Row } from "./record.ts";
import type { RecordStore, SnapshotRow } from "./record-store.ts";
import { filesBeside } from "./run-files.ts";
import { SqliteSource } from "./sqlite-source.ts";

export class SqliteStore extends SqliteSource implements RecordStore {
  readonly #database: DatabaseSync;
  readonly #mark: MarkFile;
  readonly #begin: StatementSync;
  readonly #commit: StatementSync;
  readonly #append: StatementSync;
  readonly #seqOf: StatementSync;

  constructor(database: DatabaseSync, path: string) {
    super(database, path);
    this.#database = database;
    this.#mark = new MarkFile(filesBeside(path).mark);
    this.#begin = database.prepare("BEGIN IMMEDIATE");
    this.#commit = database.prepare("COMMIT");
    this.#append = database.prepare(
      "INSERT INTO record (seq, at, dice, key, input, events, crc) VALUES (?, ?, ?, ?, ?, ?, ?)",
    );
    this.#seqOf = database.prepare("SELECT seq FROM key WHERE key = ?");
  }

  begin(): void {
    this.#guard(() => this.#begin.run());
  }

  commit(end: ChainEnd): void {
    this.#guard(() => this.#commit.run());
    this.#mark.set(end);
  }

  /** After some failures SQLite has rolled back by itself; then there is nothing left to do. */
  rollback(): void {
    try {
      this.#database.exec("ROLLBACK");
    } catch {}
  }

  seqOf(key: string): number | null {
    const row = this.#guard(() => this.#seqOf.get(key));
    return typeof row?.seq === "number" ? row.seq : null;
  }

  append(row: Row): void {
    try {
      this.#append.run(row.seq, row.at, row.dice, row.key, row.input, row.events, row.crc);
    } catch (error) {
      throw storeError(error, this.path, row.seq - 1);
    }
  }

  saveKeys(seqByKey: ReadonlyMap<string, number>): void {
    this.#guard(() => {
      const save = this.#database.prepare("INSERT OR IGNORE INTO key (key, seq) VALUES (?, ?)");
      for (const key of [...seqByKey.keys()].sort()) save.run(key, seqByKey.get(key) ?? null);
    });
  }

  saveSnapshot({ seq, crc, version, sum, state }: SnapshotRow): void {
    this.#guard(() => {
      this.#database.prepare("DELETE FROM snapshot WHERE seq < (SELECT max(seq) FROM snapshot) OR seq >= ?").run(seq);
      this.#database
        .prepare("INSERT INTO snapshot (seq, crc, version, sum, state) VALUES (?, ?, ?, ?, ?)")
        .run(seq, crc, version, sum, state);
    });
  }

  /** From the next record on, records are of this format. */
  declareFormat(version: number, end: ChainEnd): void {
    this.#guard(() => this.#database.prepare("INSERT OR IGNORE INTO format VALUES (?, ?)").run(version, end.seq + 1));
    this.#mark.set(end);
  }

  close(): void {
    this.#mark.close();
    this.#database.close();
  }

  #guard<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      throw storeError(error, this.path);
    }
  }
}
