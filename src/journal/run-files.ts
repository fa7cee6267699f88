/** Where the files of a run lie. Names only: this file opens nothing. */
import { join } from "node:path";
import { BugError } from "../domain/bug.ts";

export interface RunFiles {
  readonly dir: string;
  /** Records, snapshots and mail; SQLite adds `-wal` and `-shm` beside it. */
  readonly journal: string;
  /** The last acknowledged record, so that a lost `-wal` is noticed. */
  readonly mark: string;
  /** Written after each mail, so that the writer wakes at once. */
  readonly bell: string;
}

/** Letters, digits, `.`, `_`, `-`; no leading dot or dash: safe as a folder's name everywhere. */
function isRunName(name: string): boolean {
  return /^[A-Za-z0-9_][A-Za-z0-9._-]{0,99}$/.test(name);
}

export function runFiles(stateDir: string, run: string): RunFiles {
  if (!isRunName(run)) throw new BugError(`${JSON.stringify(run)} is no name for a run`);
  const dir = join(stateDir, "runs", run);
  return { dir, journal: join(dir, "journal.db"), mark: join(dir, "journal.mark"), bell: join(dir, "mail.bell") };
}

/** The files beside a journal that is known by its own path. */
export function filesBeside(journal: string): RunFiles {
  const dir = join(journal, "..");
  return { dir, journal, mark: join(dir, "journal.mark"), bell: join(dir, "mail.bell") };
}
