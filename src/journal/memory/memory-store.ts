/** A store in memory, for tests and simulation. It keeps rows as text like the real one, so what is not JSON shows here too. */
import { conflictError, missingError } from "../journal-error.ts";
import type { Holder, Mail, Runs } from "../runs.ts";
import type { Lock, Opening, RecordReader, RecordWriter, RunStore } from "../store/run-store.ts";
import { runsOver } from "../store/runs-over.ts";
import { type MemoryDisk, MemoryReader, MemoryWriter, memoryDisk, wake } from "./memory-disk.ts";

/** What survives a crash: hand the same disks to the next store, and it continues from there. */
export type MemoryDisks = Map<string, MemoryDisk>;

/** Runs in memory: the same contract, nothing durable. */
export function memoryRuns(disks: MemoryDisks = new Map()): Runs {
  return runsOver(new MemoryStore(disks));
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

function pathOf(run: string): string {
  return `memory:${run}`;
}
