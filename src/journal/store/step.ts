/**
 * One step in memory: stamp an input, let the rules decide it, seal the record, collect the effects. It moves the live
 * state on; making that durable, or throwing the live state away, is the caller's.
 */
import { crc32 } from "node:zlib";
import type { JournalRecord, KeyedEffect, Receipt } from "../rules.ts";
import type { OpenOptions } from "../runs.ts";
import { checksum, type Row } from "./record.ts";
import type { Restored } from "./replay.ts";
import type { SnapshotRow } from "./run-store.ts";

const SNAPSHOT_FLOOR_BYTES = 256 * 1024;
/**
 * A snapshot is due after this many times its size in records, less a head start: for large states, writing snapshots
 * stays a fixed share of all writing and replaying what follows one a fixed multiple of reading it; small runs, whose
 * snapshots cost little, are opened quickest.
 */
const SNAPSHOT_RATIO = 4;
const HEAD_START_FLOORS = 7;

const NO_EFFECTS: readonly never[] = [];

export interface Step<I, E, F, A> {
  readonly receipt: Receipt<A>;
  /** Null, like `record`, when there is nothing to append. */
  readonly row: Row | null;
  readonly record: JournalRecord<I, E> | null;
  readonly effects: readonly KeyedEffect<F>[];
}

export function takeStep<S, I, E, F, A>(
  run: string,
  options: OpenOptions<S, I, E, F, A>,
  live: Restored<S>,
  input: I,
  key: string | null,
): Step<I, E, F, A> {
  const seq = live.end.seq + 1;
  const at = Math.max(Math.floor(options.now()), live.end.at);
  const dice = options.dice();
  const { events, answer } = options.rules.step(live.state, { input, at, dice, seq });
  if (events.length === 0 && key === null) return nothingNew({ seq: seq - 1, answer });

  const record = { seq, at, dice, key, input, events };
  const row = { seq, at, dice, key, input: JSON.stringify(input), events: JSON.stringify(events), crc: 0 };
  row.crc = checksum(row, live.end.crc);
  live.end = row;
  live.bytesSinceSnapshot += row.input.length + row.events.length;
  if (key !== null) live.recentKeys.set(key, seq);
  return { receipt: { seq, answer }, row, record, effects: effectsOf(run, options, live.state, record) };
}

/** An input that is in the journal already, or that decided nothing. */
export function nothingNew<A>(receipt: Receipt<A>): Step<never, never, never, A> {
  return { receipt, row: null, record: null, effects: NO_EFFECTS };
}

/** The snapshot that is due now, or null. */
export function dueSnapshot<S, I, E, F, A>(options: OpenOptions<S, I, E, F, A>, live: Restored<S>): SnapshotRow | null {
  const floor = options.snapshotFloorBytes ?? SNAPSHOT_FLOOR_BYTES;
  if (live.bytesSinceSnapshot <= Math.max(floor, SNAPSHOT_RATIO * live.snapshotBytes - HEAD_START_FLOORS * floor))
    return null;
  const state = JSON.stringify(options.rules.freeze(live.state));
  live.snapshotBytes = state.length;
  live.bytesSinceSnapshot = 0;
  const { seq, crc } = live.end;
  return { seq, crc, version: options.rules.stateVersion, sum: crc32(state), state };
}

/** Asked right after the step: the next one of the same batch changes the state that `react` is to see. */
function effectsOf<S, I, E, F, A>(
  run: string,
  options: OpenOptions<S, I, E, F, A>,
  state: S,
  record: JournalRecord<I, E>,
): readonly KeyedEffect<F>[] {
  let effects: KeyedEffect<F>[] | null = null;
  for (const event of record.events) {
    for (const effect of options.rules.react(event, state)) {
      effects ??= [];
      effects.push({ key: `${run}:${record.seq}:${effects.length}`, effect });
    }
  }
  return effects ?? NO_EFFECTS;
}
