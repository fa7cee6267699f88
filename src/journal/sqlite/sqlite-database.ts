/**
 * Opens a journal's database file: for the one writer, for a reader beside it, for a sender of mail. It knows the
 * settings that make a commit durable; which tables there are is `sqlite-tables.ts`.
 */
import { closeSync, fchmodSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import { JournalError, missingError, storeError } from "../journal-error.ts";
import type { Format } from "../upgrade/upgrade.ts";
import { bringUp, createTables, refuseForeign } from "./sqlite-tables.ts";

const BUSY_TIMEOUT_MS = 5_000;
/** Waiting for another connection holds the whole loop up; whoever has more patience waits outside. */
const WRITER_BUSY_TIMEOUT_MS = 1_000;

/** `fullfsync` matters on macOS only, where a plain fsync does not reach the disk. */
const DURABLE =
  "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA fullfsync = ON; PRAGMA trusted_schema = OFF";

/** Made under another name and moved into place, so that a journal is there whole or not at all. */
export function createJournal(path: string, format: Format): void {
  const draft = `${path}.new`;
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    for (const leftover of [draft, `${draft}-wal`, `${draft}-shm`]) rmSync(leftover, { force: true });
    makePrivate(draft);
    writeDraft(draft, format);
    renameSync(draft, path);
    syncDirectory(dirname(path));
    syncDirectory(dirname(dirname(path)));
  } catch (error) {
    throw storeError(error, path);
  }
}

/** SQLite gives `-wal` and `-shm` the rights of the file they belong to. */
function makePrivate(path: string): void {
  try {
    const fd = openSync(path, "a", 0o600);
    fchmodSync(fd, 0o600);
    closeSync(fd);
  } catch (error) {
    throw storeError(error, path);
  }
}

function writeDraft(path: string, format: Format): void {
  const database = new DatabaseSync(path);
  try {
    database.exec(`${DURABLE}; BEGIN IMMEDIATE`);
    createTables(database, format);
    database.exec("COMMIT");
  } finally {
    database.close();
  }
}

export function openWriter(path: string, format: Format): DatabaseSync {
  return guarded(
    path,
    () => new DatabaseSync(path, { timeout: WRITER_BUSY_TIMEOUT_MS }),
    (database) => {
      database.exec(`${DURABLE}; PRAGMA journal_size_limit = 67108864; PRAGMA cell_size_check = ON`);
      refuseForeign(database, path, format);
      bringUp(database);
    },
  );
}

/**
 * For reading while another process may write; takes no lock that the writer could notice. Falls back by itself: on a
 * read-only disk to the file alone, in a damaged file to whatever pages are left.
 */
export function openReader(path: string, format: Format): DatabaseSync {
  if (sizeOf(path) === null) throw missingError(path);
  const check = (database: DatabaseSync): void => refuseForeign(database, path, format);
  try {
    return guarded(path, () => new DatabaseSync(path, { readOnly: true, timeout: BUSY_TIMEOUT_MS }), check);
  } catch (error) {
    if (!(error instanceof JournalError)) throw error;
    if (error.kind === "corrupt") return guarded(path, () => openDamaged(path), check);
    if ((error.kind === "io" || error.kind === "read_only") && !sizeOf(`${path}-wal`))
      return guarded(path, () => openImmutable(path), check);
    throw error;
  }
}

/** For one short write beside the writer. */
export function openSender(path: string, format: Format): DatabaseSync {
  if (sizeOf(path) === null) throw missingError(path);
  return guarded(
    path,
    () => new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS }),
    (database) => {
      database.exec(DURABLE);
      refuseForeign(database, path, format);
      bringUp(database);
    },
  );
}

/** The cheap question for a poll: true once after another connection has committed. */
export function dataVersionWatch(database: DatabaseSync): () => boolean {
  const statement = database.prepare("PRAGMA data_version");
  const read = (): unknown => {
    try {
      return statement.get()?.data_version;
    } catch {
      // Whoever looks because of this will meet the same trouble and knows what to say about it.
      return Symbol("unreadable");
    }
  };
  let seen = read();
  return () => {
    const now = read();
    const changed = now !== seen;
    seen = now;
    return changed;
  };
}

function guarded(path: string, open: () => DatabaseSync, check: (database: DatabaseSync) => void): DatabaseSync {
  let database: DatabaseSync | null = null;
  try {
    database = open();
    check(database);
    return database;
  } catch (error) {
    database?.close();
    throw storeError(error, path);
  }
}

/** Without this setting SQLite refuses a file that was cut short as a whole, also the pages that are there. */
function openDamaged(path: string): DatabaseSync {
  const database = new DatabaseSync(path, { readOnly: true, timeout: BUSY_TIMEOUT_MS });
  // Newer versions of Node guard the setting by a second one; the connection is read-only, so neither can do harm.
  if ("enableDefensive" in database && typeof database.enableDefensive === "function") database.enableDefensive(false);
  database.exec("PRAGMA writable_schema = ON");
  return database;
}

function openImmutable(path: string): DatabaseSync {
  const url = pathToFileURL(path);
  url.searchParams.set("immutable", "1");
  return new DatabaseSync(url, { readOnly: true });
}

/** A new file survives a power cut only when its folder is synced too. */
function syncDirectory(path: string): void {
  const fd = openSync(path, "r");
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}

function sizeOf(path: string): number | null {
  return statSync(path, { throwIfNoEntry: false })?.size ?? null;
}
