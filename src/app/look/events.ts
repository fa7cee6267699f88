/** What happened in a run, record by record, from a number on; on request also what is still to come. */
import type { RunRecord } from "../../runtime/run/run-rules.ts";
import { findRun } from "../project/open-run.ts";
import type { Project } from "../project/project.ts";
import { followRecords, recordsOf } from "../project/records.ts";
import { granted, orJournalTrouble, type Reply } from "../reply.ts";

export type { RunRecord };

export interface EventsWish {
  readonly run?: string | undefined;
  /** The first record is 1. */
  readonly from?: number | undefined;
  /** Go on as more happens, until it aborts. */
  readonly follow?: AbortSignal | undefined;
}

/**
 * Hands every record to `take`, in order, and waits for it. How many there were; damage is never skipped: what is readable
 * is handed over first, and the refusal says where it ends.
 */
export function readEvents(
  project: Project,
  { run, from = 1, follow }: EventsWish,
  take: (record: RunRecord) => void | Promise<void>,
): Promise<Reply<number>> {
  return orJournalTrouble(async () => {
    const found = await findRun(project, run);
    if (!found.ok) return found;
    let count = 0;
    const { id } = found.value;
    const records = follow ? followRecords(project, id, from, follow) : recordsOf(project, id, from);
    for await (const record of records) {
      await take(record);
      count += 1;
    }
    return granted(count);
  });
}
