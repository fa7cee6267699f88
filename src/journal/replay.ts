/**
 * From rows back to records and state: the newest usable snapshot, then every record after it, each checked against the
 * chain. Nothing here writes, and nothing here skips damage: what is readable is given, then `corrupt` is thrown.
 */
import { setImmediate as nextTurn } from "node:timers/promises";
import { crc32 } from "node:zlib";
import type { EnginePort, JournalRecord } from "./journal.ts";
import { corruptError } from "./journal-error.ts";
import { CHAIN_START, type ChainEnd, openRow, type Row } from "./record.ts";
import type { RecordSource } from "./record-store.ts";
import { type Format, type RawRecord, upgrader } from "./upgrade.ts";

const PAGE_ROWS = 256;

/** The live state and how far it reaches; the journal moves it on, record by record. */
export interface Restored<S> {
  state: S;
  end: ChainEnd;
  /** Keys that are in no saved index yet: at least those of the records since the snapshot. */
  readonly recentKeys: Map<string, number>;
  bytesSinceSnapshot: number;
  snapshotBytes: number;
}

/** Before the first record. */
export function pristine<S, I, E, F, A>(engine: EnginePort<S, I, E, F, A>): Restored<S> {
  return { state: engine.initial(), end: CHAIN_START, recentKeys: new Map(), bytesSinceSnapshot: 0, snapshotBytes: 0 };
}

export function restore<S, I, E, F, A>(
  engine: EnginePort<S, I, E, F, A>,
  source: RecordSource,
  format: Format,
): Restored<S> {
  const restored = fromSnapshot(engine, source);
  for (const page of pages<I, E>(source, restored.end, format)) {
    for (const { row, record } of page) {
      const { seq, at, events } = record;
      for (const [n, event] of events.entries()) engine.evolve(restored.state, event, { seq, n, at });
      restored.end = row;
      if (row.key !== null) restored.recentKeys.set(row.key, row.seq);
      restored.bytesSinceSnapshot += row.input.length + row.events.length;
    }
  }
  return restored;
}

/** Records from `from` on; between pages the event loop gets its turn. */
export async function* readRecords<I, E>(
  source: RecordSource,
  from: number,
  format: Format,
): AsyncGenerator<JournalRecord<I, E>, void> {
  const before = endBefore(source, Math.max(1, from));
  if (before === null) return;
  for (const page of pages<I, E>(source, before, format)) {
    for (const { record } of page) yield record;
    await nextTurn();
  }
}

interface Opened<I, E> {
  readonly row: Row;
  readonly record: JournalRecord<I, E>;
}

function* pages<I, E>(source: RecordSource, after: ChainEnd, format: Format): Generator<readonly Opened<I, E>[], void> {
  // The witness first: a writer in another process commits before it moves the witness, so this order raises no false alarm.
  const witness = source.witness();
  const upgrade = upgrader(source.formats(), format);
  let end = after;
  for (;;) {
    const rows = source.page(end.seq + 1, PAGE_ROWS);
    if (rows.length === 0) break;
    const opened: Opened<I, E>[] = [];
    const damage = openAll(rows, end, source.path, upgrade, opened);
    end = opened.at(-1)?.row ?? end;
    if (opened.length > 0) yield opened;
    if (damage !== null) throw damage;
  }
  if (witness === null) return;
  if (witness.seq > end.seq) throw corruptError(source.path, end.seq, lost(witness.seq));
  if (witness.seq === end.seq && witness.crc !== end.crc)
    throw corruptError(source.path, end.seq - 1, "it is not the record that was acknowledged");
}

function openAll<I, E>(
  rows: readonly Row[],
  after: ChainEnd,
  path: string,
  upgrade: (record: RawRecord) => RawRecord,
  opened: Opened<I, E>[],
): unknown {
  let end = after;
  try {
    for (const row of rows) {
      opened.push({ row, record: openRow<I, E>(row, end, path, upgrade) });
      end = row;
    }
    return null;
  } catch (damage) {
    return damage;
  }
}

function lost(acknowledged: number): string {
  return `records up to ${acknowledged} were acknowledged but are gone, as after deleting journal.db-wal or putting back an older copy (whoever did that on purpose goes on after moving journal.mark aside)`;
}

/** Null when `from` lies behind the end. */
function endBefore(source: RecordSource, from: number): ChainEnd | null {
  if (from === 1) return CHAIN_START;
  const [row] = source.page(from - 1, 1);
  if (row === undefined) return null;
  if (row.seq !== from - 1) throw corruptError(source.path, from - 2, `the next one found is record ${row.seq}`);
  return row;
}

function fromSnapshot<S, I, E, F, A>(engine: EnginePort<S, I, E, F, A>, source: RecordSource): Restored<S> {
  for (const seq of source.snapshotSeqs()) {
    const snapshot = source.snapshot(seq);
    if (snapshot === null || snapshot.version !== engine.stateVersion || crc32(snapshot.state) !== snapshot.sum)
      continue;
    const [row] = source.page(seq, 1);
    if (row?.seq !== seq || row.crc !== snapshot.crc) continue;
    return { ...pristine(engine), state: engine.thaw(JSON.parse(snapshot.state)), end: row, snapshotBytes: snapshot.state.length };
  }
  return pristine(engine);
}
