/**
 * A run as it is or was: its state and its history, folded together from the journal up to a record. The newest is kept
 * up to date by reading only what is new; a past moment is folded from the beginning. It looks and never writes.
 */
import type { State } from "../../../engine/state.ts";
import { runFold } from "../../../runtime/run/run-fold.ts";
import type { RunRecord } from "../../../runtime/run/run-rules.ts";
import type { Project } from "../../project/project.ts";
import { recordsOf } from "../../project/records.ts";
import { addRecord } from "./add-record.ts";
import { newHistory, type RunHistory } from "./run-history.ts";

export interface Replay {
  readonly run: string;
  readonly state: State;
  readonly history: RunHistory;
}

export function newReplay(run: string): Replay {
  return { run, state: runFold.initial(), history: newHistory() };
}

/** One record more. */
export function replayRecord({ state, history }: Replay, record: RunRecord): void {
  record.events.forEach((event, n) => {
    runFold.evolve(state, event, { seq: record.seq, n, at: record.at });
  });
  addRecord(history, record, state);
}

/** Reads what is new since; `upTo`: not beyond this record. */
export async function catchUp(project: Project, replay: Replay, upTo = Number.POSITIVE_INFINITY): Promise<Replay> {
  if (replay.history.seq >= upTo) return replay;
  for await (const record of recordsOf(project, replay.run, replay.history.seq + 1)) {
    if (record.seq > upTo) break;
    replayRecord(replay, record);
  }
  return replay;
}
