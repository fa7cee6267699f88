/**
 * Reading a run from outside: state, records, and records as they come. For views in any process, whether somebody writes
 * the run or nobody does, also on a read-only disk. Never writes, never waits for the writer, never holds it up.
 */

import { FileSignal } from "./file-signal.ts";
import type { FoldPort, Head, JournalRecord } from "./journal.ts";
import { storeError } from "./journal-error.ts";
import { readRecords, restore } from "./replay.ts";
import { filesBeside } from "./run-files.ts";
import { dataVersionWatch, openReader } from "./sqlite-database.ts";
import { SqliteSource } from "./sqlite-source.ts";
import { FORMAT, type Format } from "./upgrade.ts";

export interface StateView<S> {
  readonly state: S;
  readonly head: Head;
}

/** The state as of the newest record; throws `JournalError`. */
export async function readState<S, E>(
  journalPath: string,
  engine: FoldPort<S, E>,
  format: Format = FORMAT,
): Promise<StateView<S>> {
  const database = openReader(journalPath, format);
  try {
    const source = new SqliteSource(database, journalPath);
    // One read transaction: snapshot and records are of the same moment, and in WAL mode nobody is held up by it.
    database.exec("BEGIN");
    const { state, end } = restore(engine, source, format);
    return { state, head: { seq: end.seq, at: end.at } };
  } catch (error) {
    throw storeError(error, journalPath);
  } finally {
    database.close();
  }
}

/** Records from `from` to the end of now; damage comes as `JournalError` after all that is readable. */
export async function* readRun<I, E>(
  journalPath: string,
  from: number,
  format: Format = FORMAT,
): AsyncGenerator<JournalRecord<I, E>, void> {
  const database = openReader(journalPath, format);
  try {
    yield* readRecords<I, E>(new SqliteSource(database, journalPath), from, format);
  } finally {
    database.close();
  }
}

/** `readRun` that waits for more until `signal` aborts. */
export async function* tailRun<I, E>(
  journalPath: string,
  from: number,
  signal: AbortSignal,
  format: Format = FORMAT,
): AsyncGenerator<JournalRecord<I, E>, void> {
  const database = openReader(journalPath, format);
  const source = new SqliteSource(database, journalPath);
  const more = new FileSignal(filesBeside(journalPath).mark, dataVersionWatch(database));
  let next = from;
  try {
    while (!signal.aborted) {
      for await (const record of readRecords<I, E>(source, next, format)) {
        if (signal.aborted) return;
        yield record;
        next = record.seq + 1;
      }
      await more.next(signal);
    }
  } finally {
    more.close();
    database.close();
  }
}
