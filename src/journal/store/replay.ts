/**
 * From rows back to records and state: the newest usable snapshot, then every record after it, each checked against the
 * chain. Nothing here writes, and nothing here skips damage: what is readable is given, then `corrupt` is thrown.
 */
import { setImmediate as nextTurn } from "node:timers/promises";
import { crc32 } from "node:zlib";
import { corruptError } from "../journal-error.ts";
import type { Fold, JournalRecord, StoredRecord } from "../rules.ts";
import { type Format, upgrader } from "../upgrade/upgrade.ts";
import { CHAIN_START, type ChainEnd, checkRow, type Row, textOf, toEvents, toRecord } from "./record.ts";
import type { RecordReader, Witness } from "./run-store.ts";

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
function pristine<S, E>(fold: Fold<S, E>): Restored<S> {
  return { state: fold.initial(), end: CHAIN_START, recentKeys: new Map(), bytesSinceSnapshot: 0, snapshotBytes: 0 };
}

export async function restore<S, E>(fold: Fold<S, E>, reader: RecordReader, format: Format): Promise<Restored<S>> {
  const witness = await reader.witness();
  const upgrade = upgrader(await reader.formats(), format);
  const restored = await fromSnapshot(fold, reader);
  for await (const rows of checkedPages(reader, restored.end, witness)) {
    for (const row of rows) {
      const { seq, at } = row;
      for (const [n, event] of toEvents<E>(row, upgrade).entries()) fold.evolve(restored.state, event, { seq, n, at });
      if (row.key !== null) restored.recentKeys.set(row.key, seq);
      restored.end = row;
      restored.bytesSinceSnapshot += row.input.length + row.events.length;
    }
  }
  return restored;
}

/** Records from `from` on. */
export async function* readRecords<I, E>(
  reader: RecordReader,
  from: number,
  format: Format,
): AsyncGenerator<JournalRecord<I, E>, void> {
  for await (const { record } of readStored<I, E>(reader, from, format)) yield record();
}

/** The same with the texts they lie in the store by; between pages the event loop gets its turn. */
export async function* readStored<I, E>(
  reader: RecordReader,
  from: number,
  format: Format,
): AsyncGenerator<StoredRecord<I, E>, void> {
  const witness = await reader.witness();
  const before = await endBefore(reader, Math.max(1, from));
  if (before === null) return;
  const upgrade = upgrader(await reader.formats(), format);
  for await (const rows of checkedPages(reader, before, witness)) {
    for (const row of rows) yield { record: () => toRecord<I, E>(row, upgrade), text: () => textOf(row) };
    await nextTurn();
  }
}

/**
 * The rows after `after`, page by page, each checked; what is sound comes first, then the damage is thrown.
 * `witness` was asked before anything else was read: a writer elsewhere commits first and moves the witness then, so a
 * witness younger than the reading would raise false alarms. `isFollowed`: whoever reads is told when there is more, so the
 * record that the witness names is far enough.
 */
export async function* checkedPages(
  reader: RecordReader,
  after: ChainEnd,
  witness: Witness | null,
  isFollowed = false,
): AsyncGenerator<readonly Row[], void> {
  let end = after;
  for (;;) {
    const rows = await reader.page(end.seq + 1, PAGE_ROWS);
    if (rows.length === 0) break;
    const { sound, damage } = soundPart(rows, end, reader.path);
    end = sound.at(-1) ?? end;
    if (sound.length > 0) yield sound;
    if (damage !== null) throw damage;
    if (isFollowed && witness?.seq === end.seq) break;
  }
  if (witness !== null && witness.seq > end.seq) throw corruptError(reader.path, end.seq, lost(witness));
  if (witness?.seq === end.seq && witness.crc !== end.crc) {
    throw corruptError(reader.path, end.seq - 1, "it is not the record that was acknowledged");
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

function lost({ seq, lossHint }: Witness): string {
  return `records up to ${seq} were acknowledged but are gone, ${lossHint}`;
}

/** The record before `from`; null when `from` lies behind the end. */
export async function endBefore(reader: RecordReader, from: number): Promise<ChainEnd | null> {
  if (from === 1) return CHAIN_START;
  const [row] = await reader.page(from - 1, 1);
  if (row === undefined) return null;
  if (row.seq !== from - 1) throw corruptError(reader.path, from - 2, `the next one found is record ${row.seq}`);
  return row;
}

async function fromSnapshot<S, E>(fold: Fold<S, E>, reader: RecordReader): Promise<Restored<S>> {
  for (const seq of await reader.snapshotSeqs()) {
    const snapshot = await reader.snapshot(seq);
    if (snapshot === null || snapshot.version !== fold.stateVersion || crc32(snapshot.state) !== snapshot.sum) continue;
    const [row] = await reader.page(seq, 1);
    if (row?.seq !== seq || row.crc !== snapshot.crc) continue;
    return {
      ...pristine(fold),
      state: fold.thaw(JSON.parse(snapshot.state)),
      end: row,
      snapshotBytes: snapshot.state.length,
    };
  }
  return pristine(fold);
}
