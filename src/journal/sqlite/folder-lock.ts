/**
 * One at a time per folder: the writer of a run, the one who chooses a run, the one who asks for a plan. The lock is an exclusive transaction on a tiny database of its own, held for the life of the
 * process: the system lets go of it whatever the process dies of, so there are no stale locks to break. `holder.json`
 * beside it is for messages only and is never trusted to tell whether the lock is held.
 *
 * Nobody else may open `lock.db` as a plain file in the holding process: on POSIX, closing such a handle drops the lock.
 */
import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { storeError } from "../journal-error.ts";
import type { Holder } from "../runs.ts";

/** A look at the lock is short; this is how long taking it waits for a look to pass. */
const LOOK_MS = 250;

/** Takes the lock of a folder, or says who has it. Throws `JournalError`, and what the file system throws. */
export function acquireLock(dir: string): Lock | { readonly heldBy: Holder } {
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  let database: DatabaseSync | null = null;
  try {
    database = new DatabaseSync(lockFile(dir), { timeout: LOOK_MS });
    database.exec("BEGIN EXCLUSIVE");
    keepPrivate(lockFile(dir));
    return hold(dir, database);
  } catch (error) {
    database?.close();
    if (isBusy(error)) return { heldBy: readHolder(dir) };
    throw storeError(error, lockFile(dir));
  }
}

/** By its name: opened as a plain file and closed again, it would lose its lock. */
function keepPrivate(path: string): void {
  try {
    chmodSync(path, 0o600);
  } catch {
    // Somebody else's: it locks all the same.
  }
}

export interface Lock {
  /** Releases the lock; a second call does nothing. */
  readonly release: () => void;
}

function hold(dir: string, database: DatabaseSync): Lock {
  writeHolder(dir);
  let held = true;
  const release = (): void => {
    if (!held) return;
    held = false;
    rmSync(holderFile(dir), { force: true });
    database.close();
  };
  return { release };
}

/** Who holds it now; null when nobody does. Looks only, and creates nothing. */
export function holderOf(dir: string): Holder | null {
  let database: DatabaseSync | null = null;
  try {
    database = new DatabaseSync(lockFile(dir), { readOnly: true, timeout: 0 });
    database.prepare("SELECT 1 FROM sqlite_schema").get();
    return null;
  } catch (error) {
    return isBusy(error) ? readHolder(dir) : null;
  } finally {
    database?.close();
  }
}

/** The word of a holder that was killed: a file beside the lock that means nothing any more. Null: there is none. */
export function staleWord(dir: string): { readonly name: string; readonly bytes: number } | null {
  const stat = statSync(holderFile(dir), { throwIfNoEntry: false });
  return !stat || holderOf(dir) !== null ? null : { name: HOLDER_FILE, bytes: stat.blocks * 512 };
}

function writeHolder(dir: string): void {
  const command = process.argv.slice(1).join(" ");
  const holder: Holder = { pid: process.pid, host: hostname(), since: new Date().toISOString(), command };
  const draft = `${holderFile(dir)}.new`;
  try {
    writeFileSync(draft, `${JSON.stringify(holder)}\n`, { mode: 0o600 });
    renameSync(draft, holderFile(dir));
  } catch {
    // A full disk must not stand in the way of the lock; others then see a holder without a name.
    rmSync(draft, { force: true });
    rmSync(holderFile(dir), { force: true });
  }
}

function readHolder(dir: string): Holder {
  const unknown: Holder = { pid: 0, host: hostname(), since: "", command: "" };
  try {
    const said: Partial<Holder> = JSON.parse(readFileSync(holderFile(dir), "utf8"));
    return { ...unknown, ...said };
  } catch {
    return unknown;
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && "errcode" in error && Number(error.errcode) % 256 === 5;
}

function lockFile(dir: string): string {
  return join(dir, "lock.db");
}

function holderFile(dir: string): string {
  return join(dir, HOLDER_FILE);
}

const HOLDER_FILE = "holder.json";
