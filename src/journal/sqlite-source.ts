/** The reading half of a store on SQLite: plain selects, each short, so that no reader ever holds the writer up. */
import type { DatabaseSync, StatementSync } from "node:sqlite";
import { storeError } from "./journal-error.ts";
import { readMark } from "./mark.ts";
import type { Row } from "./record.ts";
import type { RecordSource, SnapshotRow } from "./record-store.ts";
import { filesBeside } from "./run-files.ts";
import type { FormatSpan } from "./upgrade.ts";

export class SqliteSource implements RecordSource {
  readonly path: string;
  readonly #markPath: string;
  readonly #database: DatabaseSync;
  readonly #page: StatementSync;

  constructor(database: DatabaseSync, path: string) {
    this.path = path;
    this.#markPath = filesBeside(path).mark;
    this.#database = database;
    try {
      this.#page = database.prepare(
        "SELECT seq, at, dice, key, input, events, crc FROM record WHERE seq >= ? ORDER BY seq LIMIT ?",
      );
      // Half the cost of rows as objects, and replay is what opening a run waits for.
      this.#page.setReturnArrays(true);
    } catch (error) {
      throw storeError(error, path);
    }
  }

  formats(): readonly FormatSpan[] {
    return this.#select<FormatSpan>("SELECT version, since FROM format ORDER BY version");
  }

  page(from: number, limit: number): readonly Row[] {
    try {
      return this.#page.all(from, limit).map(toRow);
    } catch {
      return this.#readablePart(from, limit);
    }
  }

  /** Slower, row by row. Rows before the damage are handed out first; asked for the next page, it comes up alone. */
  #readablePart(from: number, limit: number): readonly Row[] {
    const rows: Row[] = [];
    try {
      for (const row of this.#page.iterate(from, limit)) rows.push(toRow(row));
    } catch (error) {
      if (rows.length === 0) throw storeError(error, this.path, from - 1);
    }
    return rows;
  }

  snapshotSeqs(): readonly number[] {
    try {
      return this.#select<{ seq: number }>("SELECT seq FROM snapshot ORDER BY seq DESC").map(({ seq }) => seq);
    } catch {
      return [];
    }
  }

  snapshot(seq: number): SnapshotRow | null {
    try {
      const [row] = this.#select<SnapshotRow>("SELECT seq, crc, version, sum, state FROM snapshot WHERE seq = ?", seq);
      return row ?? null;
    } catch {
      return null;
    }
  }

  witness(): { readonly seq: number; readonly crc: number } | null {
    return readMark(this.#markPath);
  }

  #select<T>(sql: string, ...values: number[]): T[] {
    try {
      return this.#database
        .prepare(sql)
        .all(...values)
        .map(typed<T>);
    } catch (error) {
      throw storeError(error, this.path);
    }
  }
}

/** The tables are STRICT, so a row of these columns has these types; a damaged one fails its checksum. */
function typed<T>(row: unknown): T {
  return row as T;
}

function toRow(columns: unknown): Row {
  const [seq, at, dice, key, input, events, crc] =
    typed<[number, number, number, string | null, string, string, number]>(columns);
  return { seq, at, dice, key, input, events, crc };
}
