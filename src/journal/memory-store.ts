/** A store in memory, for tests and simulation. It keeps rows as text like the real one, so what is not JSON shows here too. */
import { JournalError, type JournalErrorKind } from "./journal-error.ts";
import type { ChainEnd, Row } from "./record.ts";
import type { RecordStore, SnapshotRow } from "./record-store.ts";
import type { FormatSpan } from "./upgrade.ts";

/** What survives a crash: hand the same disk to the next store and it goes on from there. */
export interface MemoryDisk {
  rows: Row[];
  snapshots: SnapshotRow[];
  readonly formats: FormatSpan[];
  keys: Map<string, number>;
  /** While set, each commit fails with it and leaves nothing behind. */
  fault: JournalErrorKind | null;
}

export function memoryDisk(): MemoryDisk {
  return { rows: [], snapshots: [], formats: [], keys: new Map(), fault: null };
}

export class MemoryStore implements RecordStore {
  readonly path: string;
  readonly #disk: MemoryDisk;
  #rows: Row[] = [];
  #keys = new Map<string, number>();
  #snapshots: SnapshotRow[] | null = null;

  constructor(path: string, disk: MemoryDisk) {
    this.path = path;
    this.#disk = disk;
  }

  begin(): void {}

  commit(_end: ChainEnd): void {
    const { fault } = this.#disk;
    if (fault !== null)
      throw new JournalError(
        fault,
        this.path,
        `The journal ${this.path} was told to fail: ${fault}. Tell it to stop failing, then try again.`,
      );
    this.#disk.rows.push(...this.#rows);
    for (const [key, seq] of this.#keys) this.#disk.keys.set(key, seq);
    this.#disk.snapshots = this.#snapshots ?? this.#disk.snapshots;
    this.rollback();
  }

  rollback(): void {
    this.#rows = [];
    this.#keys.clear();
    this.#snapshots = null;
  }

  seqOf(key: string): number | null {
    return this.#keys.get(key) ?? this.#disk.keys.get(key) ?? null;
  }

  append(row: Row): void {
    this.#rows.push(row);
  }

  saveKeys(seqByKey: ReadonlyMap<string, number>): void {
    for (const [key, seq] of seqByKey) this.#keys.set(key, seq);
  }

  saveSnapshot(snapshot: SnapshotRow): void {
    this.#snapshots = [snapshot, ...this.#disk.snapshots.slice(0, 1)];
  }

  formats(): readonly FormatSpan[] {
    return this.#disk.formats;
  }

  page(from: number, limit: number): readonly Row[] {
    return this.#disk.rows.slice(from - 1, from - 1 + limit);
  }

  snapshotSeqs(): readonly number[] {
    return this.#disk.snapshots.map(({ seq }) => seq);
  }

  snapshot(seq: number): SnapshotRow | null {
    return this.#disk.snapshots.find((snapshot) => snapshot.seq === seq) ?? null;
  }

  witness(): null {
    return null;
  }

  close(): void {
    this.rollback();
  }
}
