/** A store in memory, for tests and simulation. It keeps rows as text like the real one, so what is not JSON shows here too. */
import { conflictError, JournalError, type JournalErrorKind, missingError, supersededError } from "../journal-error.ts";
import type { Holder, Mail, MailName, Runs } from "../runs.ts";
import { CHAIN_START, type ChainEnd, type Row } from "../store/record.ts";
import type {
  Batch,
  Changes,
  Lock,
  Opening,
  RecordReader,
  RecordWriter,
  RunStore,
  SnapshotRow,
  StoredMail,
} from "../store/run-store.ts";
import { runsOver } from "../store/runs-over.ts";
import { WaitingRoom } from "../store/waiting-room.ts";
import type { FormatSpan } from "../upgrade/upgrade.ts";

/** What survives a crash: hand the same disks to the next store and it goes on from there. */
export type MemoryDisks = Map<string, MemoryDisk>;

/** Runs in memory: the same contract, nothing durable. */
export function memoryRuns(disks: MemoryDisks = new Map()): Runs {
  return runsOver(new MemoryStore(disks));
}

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

export class MemoryStore implements RunStore {
  readonly #disks: MemoryDisks;
  readonly #held = new Map<string | null, Holder>();

  constructor(disks: MemoryDisks = new Map()) {
    this.#disks = disks;
  }

  list(): readonly string[] {
    return [...this.#disks.keys()].sort((a, b) => a.localeCompare(b, "en", { numeric: true }));
  }

  create(elsewhere: readonly string[]): string {
    const taken = [...this.#disks.keys(), ...elsewhere].map((name) => Number(/^r(\d+)$/.exec(name)?.[1] ?? 0));
    const run = `r${Math.max(0, ...taken) + 1}`;
    this.#disks.set(run, memoryDisk());
    return run;
  }

  lock(run: string | null): Lock | { readonly heldBy: Holder } {
    const heldBy = this.#held.get(run);
    if (heldBy !== undefined) return { heldBy };
    const holder: Holder = { pid: 1, host: "memory", since: new Date(0).toISOString(), command: "" };
    this.#held.set(run, holder);
    return {
      release: () => {
        if (this.#held.get(run) === holder) this.#held.delete(run);
      },
    };
  }

  holder(run: string): Holder | null {
    return this.#held.get(run) ?? null;
  }

  begin(run: string): void {
    if (!this.#disks.has(run)) this.#disks.set(run, memoryDisk());
  }

  reader(run: string): RecordReader {
    return new MemoryReader(pathOf(run), this.#disk(run));
  }

  writer(run: string, { format, after }: Opening): RecordWriter {
    const disk = this.#disk(run);
    if (disk.rows.length !== after.seq) throw conflictError(pathOf(run));
    if (disk.formats.every(({ version }) => version !== format.version))
      disk.formats.push({ version: format.version, since: after.seq + 1 });
    disk.epoch += 1;
    return new MemoryWriter(pathOf(run), disk, disk.epoch);
  }

  post(run: string, { sender, number, at, from, input }: Mail): void {
    const disk = this.#disk(run);
    if (disk.mail.some(({ name }) => name?.sender === sender && name.number === number)) return;
    const id = disk.mail.length + 1;
    disk.mail.push({ id, name: { sender, number }, at, from, input: JSON.stringify(input), outcome: null });
    wake(disk);
  }

  verify(run: string) {
    const { rows, formats } = this.#disk(run);
    return { path: pathOf(run), sound: true, readableTo: rows.length, formats, problems: [] };
  }

  #disk(run: string): MemoryDisk {
    const disk = this.#disks.get(run);
    if (disk === undefined) throw missingError(pathOf(run));
    return disk;
  }
}

class MemoryReader implements RecordReader {
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

class MemoryWriter extends MemoryReader implements RecordWriter {
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

function wake({ listeners }: MemoryDisk): void {
  for (const listener of [...listeners]) listener();
}

function pathOf(run: string): string {
  return `memory:${run}`;
}

function told(path: string, kind: JournalErrorKind): JournalError {
  return new JournalError(
    kind,
    path,
    `The journal ${path} was told to fail: ${kind}. Tell it to stop failing, then try again.`,
  );
}
