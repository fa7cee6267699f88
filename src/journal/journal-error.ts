/**
 * The expected failures of a store, as data: a kind to branch on and a sentence for a person (what, where, what next).
 * This file turns SQLite's error codes into them; it never decides whether to try again.
 */
export type JournalErrorKind =
  | "disk_full"
  | "read_only"
  | "busy"
  | "corrupt"
  | "io"
  /** Somebody else appended; the step was decided on an old state. */
  | "conflict"
  /** Somebody else has opened the run since: this opening may no longer append. */
  | "superseded"
  /** The store cannot be reached for now. */
  | "away"
  /** Written by a newer Reeve. */
  | "newer"
  | "missing"
  /** Its file was removed or replaced while it was open: nothing would find what is written now. */
  | "gone"
  | "closed";

/** A store failed in an expected way: a kind to branch on, and a sentence that says what to do. */
export class JournalError extends Error {
  override readonly name = "JournalError";
  readonly kind: JournalErrorKind;
  readonly path: string;
  /** For damage: records 1 to this one are readable. */
  readonly readableTo: number | null;

  constructor(kind: JournalErrorKind, path: string, sentence: string, readableTo: number | null = null) {
    super(sentence);
    this.kind = kind;
    this.path = path;
    this.readableTo = readableTo;
  }

  get sentence(): string {
    return this.message;
  }
}

export function corruptError(path: string, readableTo: number, why: string): JournalError {
  const readable =
    readableTo > 0
      ? `Records 1 to ${readableTo} can be read: \`reeve events\` shows them.`
      : "None of its records can be read.";
  const sentence = `The journal ${path} is damaged at record ${readableTo + 1}: ${why}. ${readable} Nothing was changed or cut off. Copy its folder, then run \`reeve doctor\` to check all of it.`;
  return new JournalError("corrupt", path, sentence, readableTo);
}

export function newerError(path: string, found: number, known: number): JournalError {
  const sentence = `The journal ${path} has format ${found}, written by a newer Reeve; this one reads formats up to ${known}. Update Reeve to resume this run.`;
  return new JournalError("newer", path, sentence);
}

export function missingError(path: string): JournalError {
  return new JournalError(
    "missing",
    path,
    `There is no journal at ${path}. Check the name of the run, or start a run with \`reeve run\`.`,
  );
}

export function goneError(path: string): JournalError {
  const sentence = `The journal ${path} was removed or replaced while Reeve was working on it (\`git clean -x\` removes what Reeve keeps). Nothing of this step was recorded or done.`;
  return new JournalError("gone", path, sentence);
}

export function closedError(path: string): JournalError {
  return new JournalError(
    "closed",
    path,
    `The journal ${path} was closed before this input was recorded. Submit it again under the same key once the run is open.`,
  );
}

export function supersededError(path: string, epoch: number, newest: number): JournalError {
  const sentence = `Another Reeve has opened the journal ${path} since (opening ${newest}; this one is ${epoch}). Nothing of this step was recorded or done. \`reeve status\` shows which Reeve is working on the run now.`;
  return new JournalError("superseded", path, sentence);
}

export function conflictError(path: string): JournalError {
  const sentence = `Another process appended to the journal ${path}. Nothing of this step was recorded or done. Make sure that only one Reeve works on this run, then try again.`;
  return new JournalError("conflict", path, sentence);
}

/** Whether waiting may help: the store itself is in order. */
export function isAway(error: unknown): error is JournalError {
  return error instanceof JournalError && (error.kind === "away" || error.kind === "busy");
}

/** A store's error as a `JournalError`; what is not the store's fault comes back unchanged. */
export function storeError(error: unknown, path: string, readableTo = 0): unknown {
  if (error instanceof JournalError || !(error instanceof Error)) return error;
  const code = "code" in error ? String(error.code) : "";
  if (code === "ERR_OUT_OF_RANGE") return corruptError(path, readableTo, "a number in it is out of range");
  if (code === "ERR_INVALID_STATE") return closedError(path);
  const sqliteCode = "errcode" in error ? Number(error.errcode) % 256 : FILE_SYSTEM_CODES.get(code);
  return sqliteCode === undefined ? error : sqliteError(sqliteCode, error.message, path, readableTo);
}

/** What the file system says, in SQLite's codes, for the steps that Node takes itself. */
const FILE_SYSTEM_CODES: ReadonlyMap<string, number> = new Map([
  ["ENOSPC", 13],
  ["EDQUOT", 13],
  ["EROFS", 8],
  ["EACCES", 8],
  ["EPERM", 8],
  ["EIO", 10],
  ["ENOTDIR", 14],
]);

function sqliteError(primaryCode: number, message: string, path: string, readableTo: number): JournalError {
  const undone = "Nothing of this step was recorded or done.";
  switch (primaryCode) {
    case 13:
      return new JournalError(
        "disk_full",
        path,
        `There is no space left for the journal ${path}. ${undone} Free space on that disk; \`reeve run\` then resumes from the last record.`,
      );
    case 8:
      return new JournalError(
        "read_only",
        path,
        `The journal ${path} cannot be written: the file or its disk is read-only. ${undone} Make it writable; \`reeve run\` then resumes from the last record.`,
      );
    case 5:
    case 6:
      return new JournalError(
        "busy",
        path,
        `Another process has locked the journal ${path}. ${undone} Try again; \`reeve status\` shows which Reeve is working on the run.`,
      );
    case 11:
    case 26:
      return corruptError(path, readableTo, `SQLite says "${message}"`);
    case 19:
      return conflictError(path);
    default:
      return new JournalError(
        "io",
        path,
        `The journal ${path} could not be read or written: SQLite says "${message}" (${primaryCode}). ${undone} Check the disk and the permissions of that folder, then try again.`,
      );
  }
}
