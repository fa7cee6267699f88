/**
 * From rows back to records and state: the newest usable snapshot, then every record after it, each checked against the
 * chain. Nothing here writes, and nothing here skips damage: what is readable is given, then `corrupt` is thrown.
 */
import { setImmediate as nextTurn } from "node:timers/promises";
import { crc32 } from "node:zlib";
import type { FoldPort, JournalRecord } from "./journal.ts";
import { corruptError } from "./journal-error.ts";
import { CHAIN_START, type ChainEnd, checkRow, type Row, toEvents, toRecord } from "./record.ts";
import type { RecordSource } from "./record-store.ts";
import { type Format, upgrader } from "./upgrade.ts";

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
function pristine<S, E>(engine: FoldPort<S, E>): Restored<S> {
  return { state: engine.initial(), end: CHAIN_START, recentKeys: new Map(), bytesSinceSnapshot: 0, snapshotBytes: 0 };
}

export function restore<S, E>(engine: FoldPort<S, E>, source: RecordSource, format: Format): Restored<S> {
  const witness = source.witness();
  const upgrade = upgrader(source.formats(), format);
  const restored = fromSnapshot(engine, source);
  for (const rows of checkedPages(source, restored.end, witness)) {
    for (const row of rows) {
      const { seq, at } = row;
      for (const [n, event] of toEvents<E>(row, upgrade).entries())
        engine.evolve(restored.state, event, { seq, n, at });
      if (row.key !== null) restored.recentKeys.set(row.key, seq);
      restored.end = row;
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
  const witness = source.witness();
  const before = endBefore(source, Math.max(1, from));
  if (before === null) return;
  const upgrade = upgrader(source.formats(), format);
  for (const rows of checkedPages(source, before, witness)) {
    for (const row of rows) yield toRecord<I, E>(row, upgrade);
    await nextTurn();
  }
}

/**
 * The rows after `after`, page by page, each checked; what is sound comes first, then the damage is thrown.
 * `witness` was asked before anything else was read: a writer elsewhere commits first and moves the witness then, so a
 * witness younger than the reading would raise false alarms.
 */
export function* checkedPages(
  source: RecordSource,
  after: ChainEnd,
  witness: ReturnType<RecordSource["witness"]>,
): Generator<readonly Row[], void> {
  let end = after;
  for (;;) {
    const rows = source.page(end.seq + 1, PAGE_ROWS);
    if (rows.length === 0) break;
    const { sound, damage } = soundPart(rows, end, source.path);
    end = sound.at(-1) ?? end;
    if (sound.length > 0) yield sound;
    if (damage !== null) throw damage;
  }
  if (witness !== null && witness.seq > end.seq) throw corruptError(source.path, end.seq, lost(witness.seq));
  if (witness?.seq === end.seq && witness.crc !== end.crc) {
    throw corruptError(source.path, end.seq - 1, "it is not the record that was acknowledged");
  }
}

function soundPart(rows: readonly Row[], after: ChainEnd, path: string): { sound: readonly Row[]; damage: unknown } {
  let end = after;
  for (const [count, row] of rows.entries()) {
    try {
      checkRow(row, end, path);
    } catch (damage) {
      return { sound: rows.slice(0, count), damage };
    }
    end = row;
  }
  return { sound: rows, damage: null };
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

function fromSnapshot<S, E>(engine: FoldPort<S, E>, source: RecordSource): Restored<S> {
  for (const seq of source.snapshotSeqs()) {
    const snapshot = source.snapshot(seq);
    if (snapshot === null || snapshot.version !== engine.stateVersion || crc32(snapshot.state) !== snapshot.sum)
      continue;
    const [row] = source.page(seq, 1);
    if (row?.seq !== seq || row.crc !== snapshot.crc) continue;
    return {
      ...pristine(engine),
      state: engine.thaw(JSON.parse(snapshot.state)),
      end: row,
      snapshotBytes: snapshot.state.length,
    };
  }
  return pristine(engine);
}
