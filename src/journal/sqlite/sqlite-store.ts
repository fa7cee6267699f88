/**
 * The embedded store: one SQLite file per run under `<state dir>/runs/<run>/`, one writer by a lock of the operating
 * system. It checks a run before it writes a byte of it.
 */
import { existsSync, mkdirSync, readdirSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { corruptError, storeError } from "../journal-error.ts";
import type { JournalReport } from "../journal-report.ts";
import type { Holder, Mail, Runs } from "../runs.ts";
import type { Lock, Opening, RecordReader, RecordWriter, RunStore } from "../store/run-store.ts";
import { runsOver } from "../store/runs-over.ts";
import { FORMAT, type Format } from "../upgrade/upgrade.ts";
import { acquireLock, holderOf } from "./folder-lock.ts";
import { readMark } from "./mark.ts";
import { isListed, numberOf, type RunFiles, runFiles, runsDir } from "./run-files.ts";
import { createJournal, openReader, openWriter } from "./sqlite-database.ts";
import { postMail } from "./sqlite-mail.ts";
import { SqliteReader } from "./sqlite-reader.ts";
import { SqliteWriter } from "./sqlite-writer.ts";
import { verifyJournal } from "./verify-journal.ts";

export interface SqliteOptions {
  readonly format?: Format;
  /** A look at each database that is opened for writing, for tests that make it fail. */
  readonly onOpen?: (database: DatabaseSync) => void;
}

/** The runs below a state folder. */
export function sqliteRuns(stateDir: string, options: SqliteOptions = {}): Runs {
  return runsOver(new SqliteStore(stateDir, options), options.format ?? FORMAT);
}

class SqliteStore implements RunStore {
  readonly #stateDir: string;
  readonly #options: SqliteOptions;

  constructor(stateDir: string, options: SqliteOptions) {
    this.#stateDir = stateDir;
    this.#options = options;
  }

  list(): readonly string[] {
    const dir = runsDir(this.#stateDir);
    if (!existsSync(dir)) return [];
    return readdirSync(dir)
      .filter((name) => isListed(this.#stateDir, name))
      .sort((a, b) => numberOf(a) - numberOf(b));
  }

  create(elsewhere: readonly string[]): string {
    const dir = runsDir(this.#stateDir);
    mkdirSync(dir, { recursive: true, mode: 0o700 });
    const taken = [...readdirSync(dir), ...elsewhere].map(numberOf);
    for (let number = Math.max(0, ...taken) + 1; ; number += 1)
      if (makeFolder(join(dir, `r${number}`))) return `r${number}`;
  }

  lock(run: string | null): Lock | { readonly heldBy: Holder } {
    return acquireLock(run === null ? this.#stateDir : this.#files(run).dir);
  }

  holder(run: string): Holder | null {
    return holderOf(this.#files(run).dir);
  }

  begin(run: string, format: Format): void {
    const { journal, mark } = this.#files(run);
    if (existsSync(journal)) return;
    const acknowledged = readMark(mark)?.seq ?? 0;
    if (acknowledged > 0)
      throw corruptError(journal, 0, `the file is gone, but ${acknowledged} records were acknowledged`);
    // SQLite would take the remains of another journal for a part of the new one.
    if (existsSync(`${journal}-wal`))
      throw corruptError(journal, 0, "the file is gone, but its journal.db-wal is there");
    createJournal(journal, format);
  }

  reader(run: string, format: Format, asOfNow: boolean): RecordReader {
    const { journal: path } = this.#files(run);
    const database = openReader(path, format);
    try {
      // In WAL mode nobody is held up by it.
      if (asOfNow) database.exec("BEGIN");
      return new SqliteReader(database, path);
    } catch (error) {
      database.close();
      throw storeError(error, path);
    }
  }

  writer(run: string, opening: Opening): RecordWriter {
    const { journal: path } = this.#files(run);
    const database = openWriter(path, opening.format);
    try {
      const writer = new SqliteWriter(database, path, opening, `pid ${process.pid} on ${hostname()}`);
      this.#options.onOpen?.(database);
      return writer;
    } catch (error) {
      database.close();
      throw storeError(error, path);
    }
  }

  post(run: string, mail: Mail): void {
    postMail(this.#files(run).journal, mail, this.#options.format ?? FORMAT);
  }

  verify(run: string, format: Format): Promise<JournalReport> {
    return verifyJournal(this.#files(run).journal, format);
  }

  #files(run: string): RunFiles {
    return runFiles(this.#stateDir, run);
  }
}

function makeFolder(dir: string): boolean {
  try {
    mkdirSync(dir, { mode: 0o700 });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}
