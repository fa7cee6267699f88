/**
 * Records as they come, for whoever looks on: between two looks it remembers where the chain ended, so that a record more
 * costs one read of the store and not the finding of its place. It writes nothing and skips no damage.
 */
import type { JournalRecord } from "../rules.ts";
import { type Format, upgrader } from "../upgrade/upgrade.ts";
import { type ChainEnd, toRecord } from "./record.ts";
import { checkedPages, endBefore } from "./replay.ts";
import type { RecordReader } from "./run-store.ts";

/** From `from` on, with those that are still to come; ends without an error when `signal` aborts. */
export async function* tail<I, E>(
  reader: RecordReader,
  format: Format,
  from: number,
  signal: AbortSignal,
): AsyncGenerator<JournalRecord<I, E>, void> {
  const changes = reader.changes();
  let end: ChainEnd | null = null;
  try {
    while (!signal.aborted) {
      const witness = await reader.witness();
      end ??= await endBefore(reader, Math.max(1, from));
      if (end !== null) {
        // A newer Reeve may have opened the run meanwhile: from then on its records are of a newer format.
        const upgrade = upgrader(await reader.formats(), format);
        for await (const rows of checkedPages(reader, end, witness, true)) {
          for (const row of rows) {
            if (signal.aborted) return;
            yield toRecord<I, E>(row, upgrade);
            end = row;
          }
        }
      }
      await changes.next(signal);
    }
  } finally {
    changes.close();
  }
}
