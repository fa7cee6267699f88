/**
 * The full check of a journal, for `reeve doctor`: SQLite's own check, every record against the chain, every snapshot and
 * every saved key. Opening a run checks only what it uses; this reads everything. It only reports, and repairs nothing.
 */
import type { DatabaseSync } from "node:sqlite";
import { setImmediate as nextTurn } from "node:timers/promises";
import { crc32 } from "node:zlib";
import { JournalError, storeError } from "../journal-error.ts";
import type { JournalReport } from "../journal-report.ts";
import { CHAIN_START, type ChainEnd } from "../store/record.ts";
import { checkedPages } from "../store/replay.ts";
import type { Format } from "../upgrade/upgrade.ts";
import { openReader } from "./sqlite-database.ts";
import { SqliteReader } from "./sqlite-reader.ts";

export async function verifyJournal(path: string, format: Format): Promise<JournalReport> {
  let database: DatabaseSync;
  try {
    database = openReader(path, format);
  } catch (error) {
    return { path, sound: false, readableTo: 0, formats: [], problems: [sentenceOf(error)] };
  }
  try {
    return await report(database, new SqliteReader(database, path));
  } catch (error) {
    return { path, sound: false, readableTo: 0, formats: [], problems: [sentenceOf(storeError(error, path))] };
  } finally {
    database.close();
  }
}

async function report(database: DatabaseSync, source: SqliteReader): Promise<JournalReport> {
  const problems: string[] = [];
  const readableTo = await checkChain(source, problems);
  const looks = [sqliteFindings, snapshotFindings, keyFindings];
  for (const look of looks) {
    try {
      problems.push(...look(database, source));
    } catch (error) {
      problems.push(sentenceOf(storeError(error, source.path, readableTo)));
    }
  }
  return { path: source.path, sound: problems.length === 0, readableTo, formats: source.formats(), problems };
}

async function checkChain(source: SqliteReader, problems: string[]): Promise<number> {
  let end: ChainEnd = CHAIN_START;
  try {
    for await (const rows of checkedPages(source, CHAIN_START, source.witness())) {
      end = rows.at(-1) ?? end;
      await nextTurn();
    }
  } catch (error) {
    problems.push(sentenceOf(error));
  }
  return end.seq;
}

function sqliteFindings(database: DatabaseSync, { path }: SqliteReader): string[] {
  const findings = database
    .prepare("PRAGMA integrity_check(10)")
    .all()
    .map((row) => String(row.integrity_check));
  return findings
    .filter((finding) => finding !== "ok")
    .map((finding) => `SQLite's own check of ${path} says: ${finding}.`);
}

function snapshotFindings(_database: DatabaseSync, source: SqliteReader): string[] {
  return source.snapshotSeqs().flatMap((seq) => {
    const snapshot = source.snapshot(seq);
    const [row] = source.page(seq, 1);
    if (snapshot !== null && crc32(snapshot.state) === snapshot.sum && row?.seq === seq && row.crc === snapshot.crc)
      return [];
    return [`The snapshot at record ${seq} of ${source.path} is damaged; opening the run skips it and takes longer.`];
  });
}

/** Keys up to the newest snapshot must be in the index: a key that is missing there would be taken a second time. */
function keyFindings(database: DatabaseSync, { path }: SqliteReader): string[] {
  const missing = database
    .prepare(
      `SELECT count(*) AS count FROM record LEFT JOIN key ON key.key = record.key
       WHERE record.key IS NOT NULL AND key.seq IS NOT record.seq AND record.seq <= (SELECT max(seq) FROM snapshot)`,
    )
    .get()?.count;
  return missing === 0
    ? []
    : [`${missing} keys of ${path} are missing from its index; their inputs could be taken twice.`];
}

function sentenceOf(error: unknown): string {
  if (error instanceof JournalError) return error.sentence;
  return error instanceof Error ? error.message : String(error);
}
