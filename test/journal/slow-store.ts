/**
 * A store as a database in another place would be: every answer takes some turns of the event loop, and from time to time
 * it is away. A write that fails so may have been taken all the same: only its acknowledgement was lost. Over memory, and
 * from a seed, so that a failure can be played again.
 */
import { setImmediate as turn } from "node:timers/promises";
import { seededDice } from "../../src/journal/dice.ts";
import { JournalError } from "../../src/journal/journal-error.ts";
import { type MemoryDisks, MemoryStore } from "../../src/journal/memory/memory-store.ts";
import type { Awaitable, RecordReader, RecordWriter, RunStore } from "../../src/journal/store/run-store.ts";

export interface Weather {
  readonly seed: number;
  /** Of 1: how often a call finds the store away. */
  readonly awayShare: number;
}

export const CALM: Weather = { seed: 1, awayShare: 0 };

export function slowStore(disks: MemoryDisks, weather: Weather): RunStore {
  const dice = seededDice(weather.seed);
  const memory = new MemoryStore(disks);

  async function slow<T>(work: () => Awaitable<T>): Promise<T> {
    for (let turns = Math.floor(dice() * 4); turns >= 0; turns -= 1) await turn();
    if (dice() >= weather.awayShare) return work();
    if (dice() < 0.5) await work();
    await turn();
    throw away();
  }

  const reading = (reader: RecordReader): RecordReader => ({
    path: reader.path,
    formats: () => slow(() => reader.formats()),
    page: (from, limit) => slow(() => reader.page(from, limit)),
    snapshotSeqs: () => slow(() => reader.snapshotSeqs()),
    snapshot: (seq) => slow(() => reader.snapshot(seq)),
    witness: () => slow(() => reader.witness()),
    waitingMail: (limit) => slow(() => reader.waitingMail(limit)),
    outcome: (name) => slow(() => reader.outcome(name)),
    changes: () => reader.changes(),
    close: () => reader.close(),
  });

  const writing = (writer: RecordWriter): RecordWriter => ({
    ...reading(writer),
    epoch: writer.epoch,
    write: (batch) => slow(() => writer.write(batch)),
    newest: () => slow(() => writer.newest()),
    seqsOf: (keys) => slow(() => writer.seqsOf(keys)),
    onMail: (look) => writer.onMail(look),
  });

  return {
    list: () => slow(() => memory.list()),
    create: (elsewhere) => slow(() => memory.create(elsewhere)),
    // A lease is not played away: whoever got one without learning of it would hold it against itself.
    lock: async (run) => memory.lock(run),
    holder: (run) => slow(() => memory.holder(run)),
    begin: (run) => slow(() => memory.begin(run)),
    reader: (run) => slow(() => reading(memory.reader(run))),
    writer: (run, opening) => slow(() => writing(memory.writer(run, opening))),
    post: (run, mail) => slow(() => memory.post(run, mail)),
    verify: (run) => slow(() => memory.verify(run)),
  };
}

export function away(): JournalError {
  return new JournalError("away", "memory:r", "The store does not answer.");
}
