/** The journal in memory: the same contract, nothing durable. For tests and simulation only. */
import type { JournalOptions } from "./journal.ts";
import { closedError, missingError } from "./journal-error.ts";
import { ManyRuns } from "./many-runs.ts";
import { type MemoryDisk, MemoryStore, memoryDisk } from "./memory-store.ts";
import { restore } from "./replay.ts";
import { RunJournal } from "./run-journal.ts";
import { FORMAT } from "./upgrade.ts";

export interface MemoryJournalOptions<S, I, E, F, A> extends JournalOptions<S, I, E, F, A> {
  /** Disks by run; hand them on to another journal to play a crash. */
  readonly disks?: Map<string, MemoryDisk>;
}

export class MemoryJournal<S, I, E, F, A> extends ManyRuns<S, I, E, F, A> {
  readonly disks: Map<string, MemoryDisk>;
  readonly #options: MemoryJournalOptions<S, I, E, F, A>;
  readonly #runs = new Map<string, RunJournal<S, I, E, F, A>>();
  #closed: boolean = false;

  constructor(options: MemoryJournalOptions<S, I, E, F, A>) {
    super();
    this.#options = options;
    this.disks = options.disks ?? new Map();
  }

  close(): void {
    this.#closed = true;
    for (const journal of this.#runs.values()) journal.close();
    this.#runs.clear();
  }

  protected override opened(run: string, create: boolean): RunJournal<S, I, E, F, A> {
    const known = this.#runs.get(run);
    if (known !== undefined) return known;
    const path = `memory:${run}`;
    if (this.#closed) throw closedError(path);
    if (!(create || this.disks.has(run))) throw missingError(path);
    const disk = this.disks.get(run) ?? memoryDisk();
    this.disks.set(run, disk);
    const store = new MemoryStore(path, disk);
    const journal = new RunJournal(run, store, FORMAT, this.#options, restore(this.#options.engine, store, FORMAT));
    this.#runs.set(run, journal);
    return journal;
  }
}
