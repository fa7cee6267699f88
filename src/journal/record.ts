/**
 * One record as it lies in a store: JSON as text, sealed by a checksum that is chained over the record before, so that
 * an altered, missing or foreign row is seen. This file seals and opens rows; it never reads or writes a store.
 */
import { crc32 } from "node:zlib";
import type { JournalRecord } from "./journal.ts";
import { corruptError } from "./journal-error.ts";
import type { RawRecord } from "./upgrade.ts";

export interface Row {
  readonly seq: number;
  readonly at: number;
  readonly dice: number;
  readonly key: string | null;
  readonly input: string;
  readonly events: string;
  readonly crc: number;
}

/** The last row of a chain: where the next one continues. */
export interface ChainEnd {
  readonly seq: number;
  readonly at: number;
  readonly crc: number;
}

export const CHAIN_START: ChainEnd = { seq: 0, at: 0, crc: 0 };

export function checksum(row: Omit<Row, "crc">, previousCrc: number): number {
  const key = row.key === null ? "" : JSON.stringify(row.key);
  return crc32(`${row.seq} ${row.at} ${row.dice} ${key}\n${row.input}\n${row.events}`, previousCrc);
}

/** Opens the row that follows `previous`, or throws `corrupt` naming the last good record. */
export function openRow<I, E>(
  row: Row,
  previous: ChainEnd,
  path: string,
  upgrade: (record: RawRecord) => RawRecord,
): JournalRecord<I, E> {
  if (row.seq !== previous.seq + 1) throw corruptError(path, previous.seq, `the next one found is record ${row.seq}`);
  if (checksum(row, previous.crc) !== row.crc)
    throw corruptError(path, previous.seq, "its checksum does not match its content");
  const record = upgrade({
    seq: row.seq,
    at: row.at,
    dice: row.dice,
    key: row.key,
    input: JSON.parse(row.input),
    events: JSON.parse(row.events),
  });
  // The one place where stored JSON becomes a typed record: the checksum says that Reeve itself wrote it.
  return record as JournalRecord<I, E>;
}
