/**
 * The sender's side of the mailbox: inputs from other processes, laid into the journal's own database and picked up by
 * the writer in order, exactly once. Works while nobody runs: the mail waits. It never decides and never appends records.
 */
import { closeSync, openSync, writeSync } from "node:fs";
import { FileSignal } from "./file-signal.ts";
import { corruptError, JournalError, storeError } from "./journal-error.ts";
import { readMark } from "./mark.ts";
import { filesBeside } from "./run-files.ts";
import { dataVersionWatch, openReader, openSender } from "./sqlite-database.ts";
import { FORMAT } from "./upgrade.ts";

export interface Mail {
  readonly id: number;
  readonly at: number;
  /** Who sent it, for people: `reeve pause (pid 4711)`. */
  readonly from: string;
  readonly input: unknown;
}

/** What became of a mail: recorded and answered, or refused because the engine could not take it. */
export type MailOutcome<A> =
  | { readonly type: "answered"; readonly seq: number; readonly answer: A }
  | { readonly type: "refused"; readonly because: string };

/** Durable when it returns. Throws `JournalError`. */
export function postMail(journalPath: string, input: unknown, from: string, at: number = Date.now()): number {
  refuseLoss(journalPath);
  const database = openSender(journalPath, FORMAT);
  try {
    const { lastInsertRowid } = database
      .prepare("INSERT INTO mailbox (at, sender, input) VALUES (?, ?, ?)")
      .run(at, from, JSON.stringify(input));
    ring(filesBeside(journalPath).bell);
    return Number(lastInsertRowid);
  } catch (error) {
    throw storeError(error, journalPath);
  } finally {
    database.close();
  }
}

/** Null when nobody picked it up in time; the mail stays and will be. */
export async function awaitAnswer<A>(
  journalPath: string,
  id: number,
  timeoutMs: number,
  signal?: AbortSignal,
): Promise<MailOutcome<A> | null> {
  const timeout = AbortSignal.timeout(timeoutMs);
  const abort = signal === undefined ? timeout : AbortSignal.any([signal, timeout]);
  const database = openReader(journalPath, FORMAT);
  const outcome = database.prepare("SELECT outcome FROM mailbox WHERE id = ?");
  const watcher = new FileSignal(filesBeside(journalPath).mark, dataVersionWatch(database));
  try {
    for (;;) {
      const row = outcome.get(id);
      if (row === undefined)
        throw new JournalError("missing", journalPath, `There is no mail ${id} in ${journalPath}. Check the number.`);
      if (typeof row.outcome === "string") return JSON.parse(row.outcome);
      if (abort.aborted) return null;
      await watcher.next(abort);
    }
  } catch (error) {
    throw storeError(error, journalPath);
  } finally {
    watcher.close();
    database.close();
  }
}

/** What waits for a writer, oldest first. */
export function pendingMail(journalPath: string): readonly Mail[] {
  const database = openReader(journalPath, FORMAT);
  try {
    const rows = database.prepare("SELECT id, at, sender, input FROM mailbox WHERE outcome IS NULL ORDER BY id").all();
    return rows.map((row) => ({
      id: Number(row.id),
      at: Number(row.at),
      from: String(row.sender),
      input: JSON.parse(String(row.input)),
    }));
  } catch (error) {
    throw storeError(error, journalPath);
  } finally {
    database.close();
  }
}

/** A sender that closes the database may make SQLite tidy up after it; on a damaged journal that would cost evidence. */
function refuseLoss(journalPath: string): void {
  const mark = readMark(filesBeside(journalPath).mark);
  const database = openReader(journalPath, FORMAT);
  try {
    const last = Number(database.prepare("SELECT max(seq) AS seq FROM record").get()?.seq ?? 0);
    if (mark !== null && mark.seq > last)
      throw corruptError(journalPath, last, `records up to ${mark.seq} were acknowledged but are gone`);
  } catch (error) {
    throw storeError(error, journalPath);
  } finally {
    database.close();
  }
}

/** Any write will do; whoever misses it looks a second later anyway. */
function ring(bell: string): void {
  try {
    const fd = openSync(bell, "r+");
    writeSync(fd, ".", 0);
    closeSync(fd);
  } catch {}
}
