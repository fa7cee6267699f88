/** Where the files of a run lie, and what its folder is called. Names only: this file opens nothing. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { BugError } from "../../domain/bug.ts";

export interface RunFiles {
  readonly dir: string;
  /** Records, snapshots and mail; SQLite adds `-wal` and `-shm` beside it. */
  readonly journal: string;
  /** The last acknowledged record, so that a lost `-wal` is noticed. */
  readonly mark: string;
  /** Written after each mail, so that the writer wakes at once. */
  readonly bell: string;
}

export function runsDir(stateDir: string): string {
  return join(stateDir, "runs");
}

/** Letters, digits, `.`, `_`, `-`; no leading dot or dash: safe as a folder's name everywhere. */
function isRunName(name: string): boolean {
  return /^[A-Za-z0-9_][A-Za-z0-9._-]{0,99}$/.test(name);
}

export function runFiles(stateDir: string, run: string): RunFiles {
  if (!isRunName(run)) throw new BugError(`${JSON.stringify(run)} is not a valid name for a run`);
  return filesBeside(join(runsDir(stateDir), run, "journal.db"));
}

/** The files beside a journal that is known by its own path. */
export function filesBeside(journal: string): RunFiles {
  const dir = join(journal, "..");
  return { dir, journal, mark: join(dir, "journal.mark"), bell: join(dir, "mail.bell") };
}

/** Whether a folder holds a run, or what is left of one. */
export function isListed(stateDir: string, name: string): boolean {
  if (!RUN_NAME.test(name)) return false;
  const { journal, mark } = runFiles(stateDir, name);
  return existsSync(journal) || existsSync(mark);
}

/** 0: it is no run's name. */
export function numberOf(name: string): number {
  return RUN_NAME.test(name) ? Number(name.slice(1)) : 0;
}

const RUN_NAME = /^r[1-9][0-9]*$/;
