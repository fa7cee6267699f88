/** The reading half of a store on SQLite: plain selects, each short, so that no reader ever holds the writer up. */
import type { DatabaseSync, StatementSync } from "node:sqlite";
import { storeError } from "../journal-error.ts";
import type { MailName } from "../runs.ts";
import type { Row } from "../store/record.ts";
import type { Changes, RecordReader, SnapshotRow, StoredMail, Witness } from "../store/run-store.ts";
import { WaitingRoom } from "../store/waiting-room.ts";
import type { FormatSpan } from "../upgrade/upgrade.ts";
import { listen } from "./file-signal.ts";
import { readMark } from "./mark.ts";
import { filesBeside, type RunFiles } from "./run-files.ts";
import { dataVersionWatch } from "./sqlite-database.ts";

export class SqliteReader implements RecordReader {
  readonly path: string;
  protected readonly database: DatabaseSync;
  readonly #files: RunFiles;
  readonly #page: StatementSync;
  /** Whoever follows a run asks the same again and again. */
  readonly #prepared = new Map<string, StatementSync>();

  constructor(database: DatabaseSync, path: string) {
    this.path = path;
    this.#files = filesBeside(path);
    this.database = database;
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

  witness(): Witness | null {
    const mark = readMark(this.#files.mark);
    return mark && { ...mark, lossHint: LOSS_HINT };
  }

  /** All columns: a journal that an older Reeve began may have no `name` among them. */
  waitingMail(limit: number): readonly StoredMail[] {
    return this.#select<MailRow>("SELECT * FROM mailbox WHERE outcome IS NULL ORDER BY id LIMIT ?", limit).map(toMail);
  }

  outcome(name: MailName): string | null | undefined {
    const [row] = this.#select<MailRow>("SELECT * FROM mailbox WHERE name = ?", mailName(name));
    return row?.outcome;
  }

  changes(): Changes {
    const changed = dataVersionWatch(this.database);
    return new WaitingRoom((ring) => listen({ file: this.#files.mark, changed, onSignal: ring, keepAlive: true }));
  }

  close(): void {
    this.database.close();
  }

  #select<T>(sql: string, ...values: (number | string)[]): T[] {
    try {
      const statement = this.#prepared.get(sql) ?? this.database.prepare(sql);
      this.#prepared.set(sql, statement);
      return statement.all(...values).map(typed<T>);
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

interface MailRow {
  readonly id: number;
  readonly at: number;
  readonly sender: string;
  readonly input: string;
  readonly outcome: string | null;
  readonly name?: string | null;
}

/** How a mail's name lies in its column. */
export function mailName({ sender, number }: MailName): string {
  return `${sender}/${number}`;
}

function toMail({ id, at, sender, input, name = null }: MailRow): StoredMail {
  return { id, at, from: sender, input, name: name === null ? null : nameOf(name) };
}

function nameOf(name: string): MailName {
  const cut = name.lastIndexOf("/");
  return { sender: name.slice(0, cut), number: Number(name.slice(cut + 1)) };
}

const LOSS_HINT =
  "as after deleting journal.db-wal or putting back an older copy (if you did that on purpose, move journal.mark aside and run Reeve again)";
