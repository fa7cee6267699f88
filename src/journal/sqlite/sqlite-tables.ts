/**
 * The tables of a journal's database: what they are, how a journal that an older Reeve began gets those that came later,
 * and how a file of something else is told. What is written into them is not its concern; docs/journal-format.md describes
 * them.
 */
import type { DatabaseSync } from "node:sqlite";
import { JournalError, newerError } from "../journal-error.ts";
import type { Format } from "../upgrade/upgrade.ts";

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

/** Inside a transaction on an empty database. */
export function createTables(database: DatabaseSync, format: Format): void {
  database.exec(`PRAGMA application_id = ${APPLICATION_ID}; ${TABLES}`);
  addLater(database);
  database.prepare("INSERT INTO format VALUES (?, 1)").run(format.version);
}

/** A journal that an older Reeve began gets the tables of today; nothing in it is rewritten. */
export function bringUp(database: DatabaseSync): void {
  if (tablesVersion(database) >= LATER.length) return;
  database.exec("BEGIN IMMEDIATE");
  try {
    addLater(database);
    database.exec("COMMIT");
  } catch (error) {
    database.exec("ROLLBACK");
    throw error;
  }
}

/** Inside a transaction: another process may have done it meanwhile. */
function addLater(database: DatabaseSync): void {
  for (const step of LATER.slice(tablesVersion(database))) database.exec(step);
  if (tablesVersion(database) < LATER.length) database.exec(`PRAGMA user_version = ${LATER.length}`);
}

function tablesVersion(database: DatabaseSync): number {
  return Number(database.prepare("PRAGMA user_version").get()?.user_version ?? 0);
}

/** Throws `JournalError` for a file of something else, and for a journal of a newer Reeve. */
export function refuseForeign(database: DatabaseSync, path: string, format: Format): void {
  const id = database.prepare("PRAGMA application_id").get()?.application_id;
  if (id !== APPLICATION_ID) {
    throw new JournalError(
      "corrupt",
      path,
      `${path} is not a journal of Reeve, or nothing recognisable is left of it. Nothing was changed; look at that file before you do anything else.`,
      0,
    );
  }
  const version = database.prepare("SELECT max(version) AS version FROM format").get()?.version;
  if (typeof version === "number" && version > format.version) throw newerError(path, version, format.version);
}
