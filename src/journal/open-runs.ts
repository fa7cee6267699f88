/** Which store keeps the runs of a project: the one place that chooses an adapter. */
import type { Runs } from "./runs.ts";
import { sqliteRuns } from "./sqlite/sqlite-store.ts";

/** The runs in a state folder. Opens nothing until you ask for a run. */
export function openRuns({ stateDir }: { readonly stateDir: string }): Runs {
  return sqliteRuns(stateDir);
}
