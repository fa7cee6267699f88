/**
 * The embedded journal: one SQLite file per run under `<state dir>/runs/<run>/`. Opens runs when they are first asked for
 * and checks them before it writes a byte. Whoever builds it holds the run's lock (`runtime/lock.ts`); it takes none.
 */
import { existsSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";
import type { EnginePort, JournalOptions } from "./journal.ts";
import { closedError, corruptError, missingError } from "./journal-error.ts";
import { pumpMail } from "./mail-pump.ts";
import { ManyRuns } from "./many-runs.ts";
import { readMark } from "./mark.ts";
import { type Restored, restore } from "./replay.ts";
import { filesBeside, runFiles } from "./run-files.ts";
import { RunJournal } from "./run-journal.ts";
import { createJournal, openReader, openWriter } from "./sqlite-database.ts";
import { SqliteSource } from "./sqlite-source.ts";
import { SqliteStore } from "./sqlite-store.ts";
import { FORMAT, type Format } from "./upgrade.ts";

export interface SqliteJournalOptions<S, I, E, F, A> extends JournalOptions<S, I, E, F, A> {
  readonly stateDir: string;
  readonly format?: Format;
  /** A look at each database once it is open, for tests that make it fail. */
  readonly onOpen?: (database: DatabaseSync) => void;
}

export class SqliteJournal<S, I, E, F, A> extends ManyRuns<S, I, E, F, A> {
  readonly #options: SqliteJournalOptions<S, I, E, F, A>;
  readonly #runs = new Map<string, OpenRun<S, I, E, F, A>>();
  #closed: boolean = false;

  constructor(options: SqliteJournalOptions<S, I, E, F, A>) {
    super();
    this.#options = options;
  }

  /** Opens the run, or creates it, before the first input; throws `JournalError`. */
  open(run: string): void {
    this.#opened(run, true);
  }

  /** From now on mail from other processes is taken. Resolves when what waited already has been. */
  async serveMail(run: string): Promise<void> {
    const open = this.#opened(run, true);
    if (open.stopMail !== null) return;
    const pump = pumpMail(open.journal, open.database, open.path);
    open.stopMail = pump.stop;
    await pump.drained;
  }

  close(): void {
    this.#closed = true;
    for (const { journal, stopMail } of this.#runs.values()) {
      stopMail?.();
      journal.close();
    }
    this.#runs.clear();
  }

  protected override opened(run: string, create: boolean): RunJournal<S, I, E, F, A> {
    return this.#opened(run, create).journal;
  }

  #opened(run: string, create: boolean): OpenRun<S, I, E, F, A> {
    const known = this.#runs.get(run);
    if (known !== undefined) return known;
    const { journal: path } = runFiles(this.#options.stateDir, run);
    if (this.#closed) throw closedError(path);
    if (!(create || existsSync(path))) throw missingError(path);
    const opened = openRun(run, path, this.#options);
    this.#runs.set(run, opened);
    return opened;
  }
}

interface OpenRun<S, I, E, F, A> {
  readonly path: string;
  readonly journal: RunJournal<S, I, E, F, A>;
  readonly database: DatabaseSync;
  stopMail: (() => void) | null;
}

function openRun<S, I, E, F, A>(
  run: string,
  path: string,
  options: SqliteJournalOptions<S, I, E, F, A>,
): OpenRun<S, I, E, F, A> {
  const format = options.format ?? FORMAT;
  if (!existsSync(path)) createNew(path, format);
  const restored = restoreReadOnly(options.engine, path, format);
  const database = openWriter(path, format);
  try {
    const store = new SqliteStore(database, path);
    store.declareFormat(format.version, restored.end);
    options.onOpen?.(database);
    return { path, journal: new RunJournal(run, store, format, options, restored), database, stopMail: null };
  } catch (error) {
    database.close();
    throw error;
  }
}

function createNew(path: string, format: Format): void {
  const acknowledged = readMark(filesBeside(path).mark)?.seq ?? 0;
  if (acknowledged > 0) throw corruptError(path, 0, `the file is gone, but ${acknowledged} records were acknowledged`);
  // SQLite would take the remains of another journal for a part of the new one.
  if (existsSync(`${path}-wal`)) throw corruptError(path, 0, "the file is gone, but its journal.db-wal is there");
  createJournal(path, format);
}

/** Before anything is opened for writing: on a damaged journal even closing a writing connection could tidy evidence away. */
function restoreReadOnly<S, I, E, F, A>(engine: EnginePort<S, I, E, F, A>, path: string, format: Format): Restored<S> {
  const database = openReader(path, format);
  try {
    return restore(engine, new SqliteSource(database, path), format);
  } finally {
    database.close();
  }
}
