/**
 * What an adapter brings: where the rows of runs lie. SQLite in earnest, memory in tests, a database one day; `runsOver`
 * makes the port `Runs` of it. A store keeps rows and never looks into them; it knows neither rules nor clock.
 *
 * Contract
 * - Every method may answer at once or with a promise, whichever is quicker for it, and may throw or reject with
 *   `JournalError`. A store that cannot be reached says `away`, one that somebody else keeps locked for now `busy`.
 * - `write` takes a batch whole or not at all, and is done only when it is durable. It refuses a batch of any epoch but the
 *   newest (`superseded`), and one that does not follow the newest record (`conflict`). After `away` nobody knows whether
 *   it was taken: the caller looks at `newest` and, if it was not, writes the same batch again.
 * - `page` gives rows that can be read before it throws about one that cannot.
 */
import type { JournalReport } from "../journal-report.ts";
import type { Holder, Mail, MailName, PostedMail } from "../runs.ts";
import type { Format, FormatSpan } from "../upgrade/upgrade.ts";
import type { ChainEnd, Row } from "./record.ts";

export type Awaitable<T> = T | Promise<T>;

export interface RunStore {
  list(): Awaitable<readonly string[]>;
  create(elsewhere: readonly string[]): Awaitable<string>;
  /** Of a run; null: of the whole place. */
  lock(run: string | null): Awaitable<Lock | { readonly heldBy: Holder }>;
  holder(run: string): Awaitable<Holder | null>;
  /** Makes room for a run that has no records yet; does nothing where there is. */
  begin(run: string, format: Format): Awaitable<void>;
  /** `asOfNow`: everything is read as it is at this moment, whatever is written meanwhile. */
  reader(run: string, format: Format, asOfNow: boolean): Awaitable<RecordReader>;
  /** Takes the next epoch, in one step with the look whether `after` is the newest record: `conflict` if it is not. */
  writer(run: string, opening: Opening): Awaitable<RecordWriter>;
  /** A mail whose name is known already changes nothing. */
  post(run: string, mail: Mail): Awaitable<void>;
  verify(run: string, format: Format): Awaitable<JournalReport>;
}

export interface Lock {
  /** A second call does nothing. */
  readonly release: () => Awaitable<void>;
}

export interface Opening {
  readonly format: Format;
  readonly after: ChainEnd;
}

/** The reading half; a view in another process needs no more. */
export interface RecordReader {
  /** The file, or what else a person would look for. */
  readonly path: string;
  formats(): Awaitable<readonly FormatSpan[]>;
  /** Rows from `from` on, oldest first, at most `limit`; empty only at the end. */
  page(from: number, limit: number): Awaitable<readonly Row[]>;
  /** Newest first. */
  snapshotSeqs(): Awaitable<readonly number[]>;
  /** Null when it is not there or cannot be read: a snapshot is only ever a shortcut. */
  snapshot(seq: number): Awaitable<SnapshotRow | null>;
  /** The last record known to have been acknowledged, from a witness outside the store; null when there is none. */
  witness(): Awaitable<Witness | null>;
  /** Mail without an outcome, oldest first. */
  waitingMail(limit: number): Awaitable<readonly StoredMail[]>;
  /** Null while the mail waits, undefined when there is none of that name. */
  outcome(name: MailName): Awaitable<string | null | undefined>;
  /** Tells that there may be more to see. */
  changes(): Changes;
  close(): Awaitable<void>;
}

export interface RecordWriter extends RecordReader {
  readonly epoch: number;
  write(batch: Batch): Awaitable<void>;
  /** `CHAIN_START` before the first. */
  newest(): Awaitable<ChainEnd>;
  /** Among the saved keys; keys of newer records are the caller's to remember until it saves them. */
  seqsOf(keys: readonly string[]): Awaitable<ReadonlyMap<string, number>>;
  /** Calls `look` when there may be mail; returns what ends that. Keeps no process alive. */
  onMail(look: () => void): () => void;
}

/** What becomes durable together. */
export interface Batch {
  /** The record it was decided on. */
  readonly after: ChainEnd;
  readonly rows: readonly Row[];
  /** The last of the rows, or `after`. */
  readonly end: ChainEnd;
  readonly outcomes: readonly { readonly mail: number; readonly outcome: string }[];
  /** Keeps this snapshot and the one before it, no more. */
  readonly snapshot: SnapshotRow | null;
  /** In bulk, because an index that grows key by key would cost more than the records themselves. */
  readonly keys: ReadonlyMap<string, number> | null;
}

export interface Witness {
  readonly seq: number;
  readonly crc: number;
  /** How records could have been lost, and what to do who did it on purpose; ends a sentence. */
  readonly lossHint: string;
}

export interface SnapshotRow {
  readonly seq: number;
  /** Of the record `seq`, so that the chain goes on from here. */
  readonly crc: number;
  /** Of the state, as the rules count it. */
  readonly version: number;
  /** Checksum of `state`. */
  readonly sum: number;
  readonly state: string;
}

export interface StoredMail extends PostedMail {
  /** The store's own, rising in the order in which mail came. */
  readonly id: number;
}

export interface Changes {
  /** Settles at the first change since it was last called, or on abort; never rejects. */
  next(abort: AbortSignal): Promise<void>;
  close(): void;
}
