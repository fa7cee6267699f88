/** The shortest way: work a fleet to its end, and read how a run stands. For more, open the project. */
import type { FleetView } from "../app/look/fleet-view.ts";
import type { RunEnd } from "../app/run/work-run.ts";
import type { FleetDefinition } from "./define-fleet.ts";
import { openProject, type ProjectOptions } from "./open-project.ts";
import { ReeveError } from "./reeve-error.ts";
import type { WorkOptions } from "./work-run.ts";

export interface SuperviseOptions extends WorkOptions, ProjectOptions {
  /** The project's folder; runs are kept below it. */
  readonly dir: string;
  /** Resume this run instead of beginning a new one. */
  readonly run?: string;
}

export interface Supervised {
  readonly run: string;
  readonly end: RunEnd;
}

/** Works the plan until the run comes to rest. Rejects with a `ReeveError`, also if there is no such run. */
export async function superviseFleet(
  fleet: FleetDefinition,
  { dir, run, adapters, ...options }: SuperviseOptions,
): Promise<Supervised> {
  const project = openProject(dir, adapters ? { adapters } : {});
  const worked =
    run === undefined ? await project.start(fleet, options) : await project.resume({ ...options, run, fleet });
  return { run: worked.id, end: await worked.finished };
}

/** The state of a run, whether somebody is working on it or not; null if there is none yet. Rejects with a `ReeveError`. */
export async function readFleet(dir: string, run?: string): Promise<FleetView | null> {
  try {
    return await (await openProject(dir).run(run)).view();
  } catch (error) {
    if (run === undefined && error instanceof ReeveError && error.code === "no_run") return null;
    throw error;
  }
}
