/** One run's rows in memory, and the two hands on them: a reader and a writer with an epoch. Nothing is durable. */
import { conflictError, JournalError, type JournalErrorKind, supersededError } from "../journal-error.ts";
import type { MailName } from "../runs.ts";
import { CHAIN_START, type ChainEnd, type Row } from "../store/record.ts";
import type { Batch, Changes, RecordReader, RecordWriter, SnapshotRow, StoredMail } from "../store/run-store.ts";
import { WaitingRoom } from "../store/waiting-room.ts";
import type { FormatSpan } from "../upgrade/upgrade.ts";

export interface MemoryDisk {
  epoch: number;
  readonly rows: Row[];
  snapshots: SnapshotRow[];
  readonly formats: FormatSpan[];
  readonly keys: Map<string, number>;
  readonly mail: (StoredMail & { outcome: string | null })[];
  readonly listeners: Set<() => void>;
  /** While set, each write fails with it and leaves nothing behind. */
  fault: JournalErrorKind | null;
}

export function memoryDisk(): MemoryDisk {
  const kept = { rows: [], snapshots: [], formats: [], keys: new Map(), mail: [] };
  return { epoch: 0, ...kept, listeners: new Set(), fault: null };
}

export class MemoryReader implements RecordReader {
  readonly path: string;
  protected readonly disk: MemoryDisk;

  constructor(path: string, disk: MemoryDisk) {
    this.path = path;
    this.disk = disk;
  }

  formats(): readonly FormatSpan[] {
    return this.disk.formats;
  }

  page(from: number, limit: number): readonly Row[] {
    return this.disk.rows.slice(from - 1, from - 1 + limit);
  }

  snapshotSeqs(): readonly number[] {
    return this.disk.snapshots.map(({ seq }) => seq);
  }

  snapshot(seq: number): SnapshotRow | null {
    return this.disk.snapshots.find((snapshot) => snapshot.seq === seq) ?? null;
  }

  witness(): null {
    return null;
  }

  waitingMail(limit: number): readonly StoredMail[] {
    return this.disk.mail.filter(({ outcome }) => outcome === null).slice(0, limit);
  }

  outcome({ sender, number }: MailName): string | null | undefined {
    return this.disk.mail.find(({ name }) => name?.sender === sender && name.number === number)?.outcome;
  }

  changes(): Changes {
    return new WaitingRoom((ring) => listen(this.disk, ring));
  }

  close(): void {}
}

export class MemoryWriter extends MemoryReader implements RecordWriter {
  readonly epoch: number;

  constructor(path: string, disk: MemoryDisk, epoch: number) {
    super(path, disk);
    this.epoch = epoch;
  }

  write({ after, rows, outcomes, snapshot, keys }: Batch): void {
    const { disk, path } = this;
    if (disk.fault !== null) throw told(path, disk.fault);
    if (disk.epoch !== this.epoch) throw supersededError(path, this.epoch, disk.epoch);
    if (disk.rows.length !== after.seq) throw conflictError(path);
    disk.rows.push(...rows);
    for (const [key, seq] of keys ?? []) disk.keys.set(key, seq);
    if (snapshot !== null) disk.snapshots = [snapshot, ...disk.snapshots.slice(0, 1)];
    for (const { mail, outcome } of outcomes) {
      const found = disk.mail.find(({ id }) => id === mail);
      if (found) found.outcome = outcome;
    }
    wake(disk);
  }

  newest(): ChainEnd {
    return this.disk.rows.at(-1) ?? CHAIN_START;
  }

  seqsOf(keys: readonly string[]): ReadonlyMap<string, number> {
    return new Map(
      keys.flatMap((key) => {
        const seq = this.disk.keys.get(key);
        return seq === undefined ? [] : [[key, seq]];
      }),
    );
  }

  onMail(look: () => void): () => void {
    return listen(this.disk, look);
  }
}

function listen({ listeners }: MemoryDisk, listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whoever waits looks again. */
export function wake({ listeners }: MemoryDisk): void {
  for (const listener of [...listeners]) listener();
}

function told(path: string, kind: JournalErrorKind): JournalError {
  return new JournalError(
    kind,
    path,
    `The journal ${path} was told to fail: ${kind}. Tell it to stop failing, then try again.`,
  );
}
