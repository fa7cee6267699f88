/**
 * One record as it lies in a store: JSON as text, sealed by a checksum that is chained over the record before, so that
 * an altered, missing or foreign row is seen. This file seals and opens rows; it never reads or writes a store.
 */
import { crc32 } from "node:zlib";
import { corruptError } from "../journal-error.ts";
import type { JournalRecord } from "../rules.ts";
import type { Upgrader } from "../upgrade/upgrade.ts";

export interface Row {
  readonly seq: number;
  readonly at: number;
  readonly dice: number;
  readonly key: string | null;
  readonly input: string;
  readonly events: string;
  crc: number;
}

/** The last row of a chain: where the next one continues. */
export interface ChainEnd {
  readonly seq: number;
  readonly at: number;
  readonly crc: number;
}

export const CHAIN_START: ChainEnd = { seq: 0, at: 0, crc: 0 };

/**
 * CRC-32 over seq, at and dice as three little-endian doubles, the key as JSON if there is one, the input's text and the
 * events' text, one after the other, beginning with the checksum of the record before.
 */
export function checksum(row: Omit<Row, "crc">, previousCrc: number): number {
  numbers[0] = row.seq;
  numbers[1] = row.at;
  numbers[2] = row.dice;
  const head = crc32(numberBytes, previousCrc);
  const keyed = row.key === null ? head : crc32(JSON.stringify(row.key), head);
  return crc32(row.events, crc32(row.input, keyed));
}

/** Kept between calls: this runs for each record, and joining it all into one text would take twice as long. */
const numbers = new Float64Array(3);
const numberBytes = new Uint8Array(numbers.buffer);

/** Throws `corrupt`, naming the last good record, unless the row is the one that follows `previous`. */
export function checkRow(row: Row, previous: ChainEnd, path: string): void {
  if (row.seq !== previous.seq + 1) throw corruptError(path, previous.seq, `the next one found is record ${row.seq}`);
  if (checksum(row, previous.crc) !== row.crc) {
    throw corruptError(path, previous.seq, "its checksum does not match its content");
  }
}

/** All of it but the checksum, as one line: what a digest is made of. */
export function textOf({ seq, at, dice, key, input, events }: Row): string {
  return JSON.stringify([seq, at, dice, key, input, events]);
}

/** The one place where stored JSON becomes a typed record: the checksum says that Reeve itself wrote it. */
export function toRecord<I, E>(row: Row, upgrade: Upgrader | null): JournalRecord<I, E> {
  const { seq, at, dice, key } = row;
  const record = { seq, at, dice, key, input: JSON.parse(row.input), events: JSON.parse(row.events) };
  return upgrade === null ? record : (upgrade(record) as JournalRecord<I, E>);
}

/** The events alone, for replay: parsing inputs would take as long again and nobody would look at them. */
export function toEvents<E>(row: Row, upgrade: Upgrader | null): readonly E[] {
  return upgrade === null ? JSON.parse(row.events) : toRecord<unknown, E>(row, upgrade).events;
}
