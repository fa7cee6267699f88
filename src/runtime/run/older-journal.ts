/**
 * Whether a run's journal is older than the work that was done for it: an attempt is written down before its folder is made, so
 * a folder of an attempt that the journal does not know of belongs to records that are gone. Somebody has put an older copy
 * back; to go on would do the work, and spend the money, twice. It only looks.
 */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { attemptId } from "../../domain/work/attempt.ts";
import { fileName } from "../../effects/processes/attempt-folder.ts";
import type { State } from "../../engine/state.ts";

/** The sentence that says so, or null. */
export function olderJournal({ tasks, run }: State, runDir: string): string | null {
  const folders = new Set(namesIn(join(runDir, "attempts")));
  if (folders.size === 0) return null;
  const unknown = [...tasks.values()]
    .map(({ id, attempts }) => attemptId(id, attempts + 1))
    .filter((attempt) => folders.has(fileName(attempt)));
  if (unknown.length === 0) return null;
  const [first = "", ...more] = unknown;
  const others = more.length === 0 ? "" : ` and ${more.length} more`;
  return `The journal of ${run.id} is older than its work: attempt ${first}${others} was made, and it does not know of that. Was it put back from a copy? Put the newest copy back; or start the plan over with \`reeve run ${run.planFile} --new\`. What was done stays: \`reeve recover\` lists it.`;
}

function namesIn(dir: string): readonly string[] {
  try {
    return readdirSync(dir);
  } catch {
    return [];
  }
}
