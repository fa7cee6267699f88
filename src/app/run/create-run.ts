/** Makes a new run: its folder and a journal whose first record is the plan. Nothing is started by it. */

import type { CommandCheck, Plan } from "../../domain/plan.ts";
import type { Settings } from "../../domain/settings.ts";
import type { RunBase } from "../../domain/workspace.ts";
import { SqliteJournal } from "../../journal/sqlite-journal.ts";
import { enginePort } from "../../runtime/engine-port.ts";
import type { RunPlace } from "../../runtime/run-place.ts";
import type { Loaded } from "../project/load.ts";
import { makeRun, type Project } from "../project/project.ts";

/** What is found where the run begins: the commit, and gates for tasks whose plan names none. */
export interface RunStart {
  readonly base: RunBase | null;
  readonly gates: readonly CommandCheck[];
  /** Runs of other projects that share the repository: their branches must not be taken for this one's. */
  readonly runsElsewhere?: readonly string[];
}

/** Throws `JournalError`. */
export async function createRun(
  project: Project,
  loaded: Loaded,
  settings: Settings,
  start: RunStart,
  now: () => number,
): Promise<RunPlace> {
  const place = makeRun(project, start.runsElsewhere);
  const journal = new SqliteJournal({ engine: enginePort, stateDir: project.stateDir, now, dice: () => 0 });
  const { planFile, planHash } = loaded;
  const plan = withGates(loaded.plan, start.gates);
  const { base } = start;
  try {
    journal.open(place.id);
    await journal.submit(place.id, { type: "create_run", run: place.id, planFile, planHash, plan, settings, base });
    return place;
  } finally {
    journal.close();
  }
}

function withGates(plan: Plan, gates: readonly CommandCheck[]): Plan {
  if (gates.length === 0) return plan;
  return { ...plan, tasks: plan.tasks.map((task) => (task.gates.length === 0 ? { ...task, gates } : task)) };
}
