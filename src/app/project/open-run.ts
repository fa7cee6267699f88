/**
 * From a name, or none, to a run one can look at: finds it among the project's runs and reads its state from the journal,
 * whether somebody works on it or not. Without a name the newest is meant.
 */
import type { State } from "../../engine/state.ts";
import type { RunPlace } from "../../runtime/run-place.ts";
import { granted, orJournalTrouble, type Reply, refused } from "../reply.ts";
import { stateOf } from "./journals.ts";
import { listRuns, type Project } from "./project.ts";

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
    const found = findRun(project, run);
    if (!found.ok) return found;
    const place = found.value;
    const { state } = await stateOf(place);
    return work({ project, place, state });
  });
}

export function findRun(project: Project, run: string | undefined): Reply<RunPlace> {
  const runs = listRuns(project);
  const place = run === undefined ? runs.at(-1) : runs.find(({ id }) => id === run);
  if (place) return granted(place);
  const known = runs.map(({ id }) => id);
  return refused({ what: "no_run", run: run ?? null, known, stateDir: project.stateDir });
}
