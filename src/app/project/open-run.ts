/**
 * From a name, or none, to a run one can look at: finds it among the project's runs and reads its state from the journal,
 * whether somebody works on it or not. Without a name the newest is meant.
 */
import type { State } from "../../engine/state.ts";
import type { RunPlace } from "../../runtime/run/run-place.ts";
import { granted, orJournalTrouble, type Reply, refused } from "../reply.ts";
import { listRuns, type Project } from "./project.ts";
import { stateOf } from "./records.ts";

export interface OpenedRun {
  readonly project: Project;
  readonly place: RunPlace;
  readonly state: State;
}

/** Opens the run and hands it on; a journal that fails, now or later in `work`, is a refusal. */
export function withRun<T>(
  project: Project,
  run: string | undefined,
  work: (run: OpenedRun) => Promise<Reply<T>> | Reply<T>,
): Promise<Reply<T>> {
  return orJournalTrouble(async () => {
    const found = await findRun(project, run);
    if (!found.ok) return found;
    const place = found.value;
    const { state } = await stateOf(project, place.id);
    return work({ project, place, state });
  });
}

export async function findRun(project: Project, run: string | undefined): Promise<Reply<RunPlace>> {
  const runs = await listRuns(project);
  const place = run === undefined ? runs.at(-1) : runs.find(({ id }) => id === run);
  if (place) return granted(place);
  const known = runs.map(({ id }) => id);
  return refused({ what: "no_run", run: run ?? null, known, stateDir: project.stateDir });
}
