/**
 * Where the records of one run lie, as a small synchronous port under the journal: SQLite in earnest, memory in tests.
 * A store keeps rows and never looks into them; it knows neither engine nor clock.
 *
 * Contract: everything between `begin` and `commit` becomes durable together or not at all; `commit` returns only when
 * it is. Each method may throw `JournalError`; after a throw between `begin` and `commit` the caller calls `rollback`,
 * which does not throw. `page` gives rows that can be read before it throws about one that cannot.
 */
import type { ChainEnd, Row } from "./record.ts";
import type { FormatSpan } from "./upgrade.ts";

export interface RecordStore extends RecordSource {
  begin(): void;
  commit(end: ChainEnd): void;
  rollback(): void;
  append(row: Row): void;
  /** Among the saved keys; keys of newer records are the caller's to remember until it saves them. */
  seqOf(key: string): number | null;
  /** In bulk and sorted, because an index that grows key by key would cost more than the records themselves. */
  saveKeys(seqByKey: ReadonlyMap<string, number>): void;
  /** Keeps this snapshot and the one before it, no more. */
  saveSnapshot(snapshot: SnapshotRow): void;
  close(): void;
}

/** The reading half; a view in another process needs no more. */
export interface RecordSource {
  /** The file, or what else a person would look for. */
  readonly path: string;
  formats(): readonly FormatSpan[];
  /** Rows from `from` on, oldest first, at most `limit`; empty only at the end. */
  page(from: number, limit: number): readonly Row[];
  /** Newest first. */
  snapshotSeqs(): readonly number[];
  /** Null when it is not there or cannot be read: a snapshot is only ever a shortcut. */
  snapshot(seq: number): SnapshotRow | null;
  /** The last record known to have been acknowledged, from a witness outside the store; null when there is none. */
  witness(): { readonly seq: number; readonly crc: number } | null;
}

export interface SnapshotRow {
  readonly seq: number;
  /** Of the record `seq`, so that the chain goes on from here. */
  readonly crc: number;
  /** Of the state, as the engine counts it. */
  readonly version: number;
  /** Checksum of `state`. */
  readonly sum: number;
  readonly state: string;
}
