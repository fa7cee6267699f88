/**
 * What happens in a run, record by record, from any number on: first what is there, then what comes, until nobody works on the
 * run any more. Whoever reads slowly holds nobody up. It only looks.
 */
import type { Project } from "../app/project/project.ts";
import { followRecords, recordsOf } from "../app/project/records.ts";
import { JournalError } from "../journal/journal-error.ts";
import type { RunRecord } from "../runtime/run/run-rules.ts";
import { aborted, journalTrouble, throwIfAborted } from "./reeve-error.ts";

export interface EventsOptions {
  /** The first record you want; 1 is the first of all. To resume, pass the last `seq` you have, plus one. */
  readonly from?: number;
  /** Throws a `ReeveError` with the code `aborted` when it aborts. To end quietly, leave the loop. */
  readonly signal?: AbortSignal;
  /** Continues when nobody is working on the run, because somebody may resume it. Then only `signal` or leaving the loop ends it. */
  readonly forever?: boolean;
}

/** How often it is asked whether somebody still works on the run; records come as soon as they are written. */
const LOOK_MS = 500;

export async function* followRun(
  project: Project,
  run: string,
  { from = 1, signal, forever = false }: EventsOptions = {},
): AsyncGenerator<RunRecord, void, void> {
  if (!Number.isSafeInteger(from) || from < 1) throw new RangeError("`from` is the number of a record, from 1");
  const left = new AbortController();
  let next = from;
  try {
    for (;;) {
      throwIfAborted(signal);
      // Asked before the last look: what was written while somebody worked on it is then read for certain.
      const isWorkedOn = forever || (await project.runs.holder(run)) !== null;
      const patience = AbortSignal.any([left.signal, AbortSignal.timeout(LOOK_MS), ...(signal ? [signal] : [])]);
      const records = isWorkedOn ? followRecords(project, run, next, patience) : recordsOf(project, run, next);
      for await (const record of records) {
        yield record;
        next = record.seq + 1;
        if (signal?.aborted) throw aborted(signal);
      }
      if (!isWorkedOn) return;
    }
  } catch (error) {
    throw error instanceof JournalError ? journalTrouble(error) : error;
  } finally {
    left.abort();
  }
}
