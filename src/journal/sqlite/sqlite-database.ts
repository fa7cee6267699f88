/**
 * Opens a journal's database file: for the one writer, for a reader beside it, for a sender of mail. It knows the
 * tables and the settings that make a commit durable; what is written into the tables is not its concern.
 */
import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import { JournalError, missingError, newerError, storeError } from "../journal-error.ts";
import type { Format } from "../upgrade/upgrade.ts";

const BUSY_TIMEOUT_MS = 5_000;

/** "Reev": tells a journal from any other SQLite file. */
const APPLICATION_ID = 0x52656576;

const TABLES = `
  CREATE TABLE format (version INTEGER PRIMARY KEY, since INTEGER NOT NULL) STRICT;
  CREATE TABLE record (
    seq INTEGER PRIMARY KEY, at INTEGER NOT NULL, dice REAL NOT NULL, key TEXT, input TEXT NOT NULL, events TEXT NOT NULL,
    crc INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE key (key TEXT PRIMARY KEY, seq INTEGER NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE snapshot (
    seq INTEGER PRIMARY KEY, crc INTEGER NOT NULL, version INTEGER NOT NULL, sum INTEGER NOT NULL, state TEXT NOT NULL
  ) STRICT;
  CREATE TABLE mailbox (
    id INTEGER PRIMARY KEY AUTOINCREMENT, at INTEGER NOT NULL, sender TEXT NOT NULL, input TEXT NOT NULL, outcome TEXT
  ) STRICT;
  CREATE INDEX mailbox_waiting ON mailbox (id) WHERE outcome IS NULL;
`;

/**
 * What tables were given later, in steps: the n-th takes a journal from `user_version` n - 1 to n. Reeves that do not know
 * them pass them over, so they make no new format.
 */
const LATER = [
  `CREATE TABLE opening (epoch INTEGER PRIMARY KEY, at INTEGER NOT NULL, by TEXT NOT NULL) STRICT;
   ALTER TABLE mailbox ADD COLUMN name TEXT;
   CREATE UNIQUE INDEX mailbox_name ON mailbox (name) WHERE name IS NOT NULL;`,
];

/** `fullfsync` matters on macOS only, where a plain fsync does not reach the disk. */
const DURABLE =
  "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA fullfsync = ON; PRAGMA trusted_schema = OFF";

/** Made under another name and moved into place, so that a journal is there whole or not at all. */
export function createJournal(path: string, format: Format): void {
  const draft = `${path}.new`;
  try {
    mkdirSync(dirname(path), { recursive: true });
    for (const leftover of [draft, `${draft}-wal`, `${draft}-shm`]) rmSync(leftover, { force: true });
    createTables(draft, format);
    renameSync(draft, path);
    syncDirectory(dirname(path));
    syncDirectory(dirname(dirname(path)));
  } catch (error) {
    throw storeError(error, path);
  }
}

function createTables(path: string, format: Format): void {
  const database = new DatabaseSync(path);
  try {
    database.exec(`${DURABLE}; BEGIN IMMEDIATE; PRAGMA application_id = ${APPLICATION_ID}; ${TABLES}`);
    bringUp(database);
    database.prepare("INSERT INTO format VALUES (?, 1)").run(format.version);
    database.exec("COMMIT");
  } finally {
    database.close();
  }
}

export function openWriter(path: string, format: Format): DatabaseSync {
  return guarded(
    path,
    () => new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS }),
    (database) => {
      database.exec(`${DURABLE}; PRAGMA journal_size_limit = 67108864; PRAGMA cell_size_check = ON`);
      refuseForeign(database, path, format);
      bringUpOld(database);
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
      bringUpOld(database);
    },
  );
}

/** A journal that an older Reeve began gets the tables of today; nothing in it is rewritten. */
function bringUpOld(database: DatabaseSync): void {
  if (tablesVersion(database) >= LATER.length) return;
  database.exec("BEGIN IMMEDIATE");
  try {
    bringUp(database);
    database.exec("COMMIT");
  } catch (error) {
    database.exec("ROLLBACK");
    throw error;
  }
}

/** Inside a transaction: another process may have done it meanwhile. */
function bringUp(database: DatabaseSync): void {
  for (const step of LATER.slice(tablesVersion(database))) database.exec(step);
  if (tablesVersion(database) < LATER.length) database.exec(`PRAGMA user_version = ${LATER.length}`);
}

function tablesVersion(database: DatabaseSync): number {
  return Number(database.prepare("PRAGMA user_version").get()?.user_version ?? 0);
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

function refuseForeign(database: DatabaseSync, path: string, format: Format): void {
  const id = database.prepare("PRAGMA application_id").get()?.application_id;
  if (id !== APPLICATION_ID) {
    throw new JournalError(
      "corrupt",
      path,
      `${path} is not a journal of Reeve, or nothing of it is left to tell. Nothing was changed; look at what lies there before going on.`,
      0,
    );
  }
  const version = database.prepare("SELECT max(version) AS version FROM format").get()?.version;
  if (typeof version === "number" && version > format.version) throw newerError(path, version, format.version);
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
