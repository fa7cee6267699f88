/**
 * The sender's side of the mailbox: an input from another process, laid into the journal's own database, where the writer
 * finds it. Works while nobody runs: the mail waits. It never decides and never appends records.
 */
import { closeSync, openSync, writeSync } from "node:fs";
import { corruptError, storeError } from "../journal-error.ts";
import type { Mail } from "../runs.ts";
import type { Format } from "../upgrade/upgrade.ts";
import { readMark } from "./mark.ts";
import { filesBeside } from "./run-files.ts";
import { openReader, openSender } from "./sqlite-database.ts";
import { mailName } from "./sqlite-reader.ts";

/** Durable when it returns; a second one of the same name changes nothing. Throws `JournalError`. */
export function postMail(journalPath: string, mail: Mail, format: Format): void {
  refuseLoss(journalPath, format);
  const database = openSender(journalPath, format);
  try {
    database
      .prepare("INSERT OR IGNORE INTO mailbox (at, sender, name, input) VALUES (?, ?, ?, ?)")
      .run(mail.at, mail.from, mailName(mail), JSON.stringify(mail.input));
    ring(filesBeside(journalPath).bell);
  } catch (error) {
    throw storeError(error, journalPath);
  } finally {
    database.close();
  }
}

/** A sender that closes the database may make SQLite tidy up after it; on a damaged journal that would cost evidence. */
function refuseLoss(journalPath: string, format: Format): void {
  const mark = readMark(filesBeside(journalPath).mark);
  const database = openReader(journalPath, format);
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
