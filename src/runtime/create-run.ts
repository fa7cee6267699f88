/** Makes a new run: its folder and a journal whose first record is the plan. Nothing is started by it. */

import type { Settings } from "../domain/settings.ts";
import { SqliteJournal } from "../journal/sqlite-journal.ts";
import { enginePort } from "./engine-port.ts";
import type { Loaded } from "./load.ts";
import { makeRun, type Project, type RunPlace } from "./project.ts";

/** Throws `JournalError`. */
export async function createRun(
  project: Project,
  loaded: Loaded,
  settings: Settings,
  now: () => number,
): Promise<RunPlace> {
  const place = makeRun(project);
  const journal = new SqliteJournal({ engine: enginePort, stateDir: project.stateDir, now, dice: () => 0 });
  const { plan, planFile, planHash } = loaded;
  try {
    journal.open(place.id);
    await journal.submit(place.id, { type: "create_run", run: place.id, planFile, planHash, plan, settings });
    return place;
  } finally {
    journal.close();
  }
}
