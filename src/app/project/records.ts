/** A run's state and records, for whoever looks at them, through the project's store. All of it throws `JournalError`. */
import type { Event } from "../../engine/event.ts";
import type { Input } from "../../engine/input.ts";
import type { State } from "../../engine/state.ts";
import type { StateView } from "../../journal/runs.ts";
import { runFold } from "../../runtime/run/run-fold.ts";
import type { RunRecord } from "../../runtime/run/run-rules.ts";
import type { Project } from "./project.ts";

/** As of the newest record, whether somebody works on the run or nobody does. */
export function stateOf({ runs }: Project, run: string): Promise<StateView<State>> {
  return runs.state(run, runFold);
}

export function recordsOf({ runs }: Project, run: string, from = 1): AsyncIterable<RunRecord> {
  return runs.read<Input, Event>(run, from);
}

/** With those that are still to come, until `signal` aborts. */
export function followRecords(
  { runs }: Project,
  run: string,
  from: number,
  signal: AbortSignal,
): AsyncIterable<RunRecord> {
  return runs.tail<Input, Event>(run, from, signal);
}
