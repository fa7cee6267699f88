/** All projects one can look at from here: the one of this folder, and those of this machine that Reeve has worked on. */
import { basename } from "node:path";
import { isLanded } from "../deliver/is-landed.ts";
import { type FleetView, projectFleet } from "../look/fleet-view.ts";
import type { Watcher } from "../look/watcher.ts";
import { notedProjects } from "../machine/registry.ts";
import { listRuns, type Project, projectName } from "../project/project.ts";
import { stateOf } from "../project/records.ts";
import { granted, orJournalTrouble } from "../reply.ts";
import { whoWorks } from "./run-grid.ts";

export interface ListedProject {
  /** Its name in addresses. */
  readonly id: string;
  readonly name: string;
  readonly project: Project;
}

export interface ListedRun {
  readonly project: string;
  readonly view: FleetView;
  readonly holder: Watcher | null;
  /** Its work is in the branch it began from. */
  readonly isLanded: boolean;
}

/** This one first. */
export function listProjects(here: Project, env: NodeJS.ProcessEnv): readonly ListedProject[] {
  const others = notedProjects(env).filter(({ root }) => root !== here.root);
  return [here, ...others].map((project) => ({ id: projectName(project), name: basename(project.root), project }));
}

/** The newest run of it; null: it has none, or none that can be read. */
export async function newestRun({ id, project }: ListedProject, now: number): Promise<ListedRun | null> {
  const reply = await orJournalTrouble(async () => {
    const place = (await listRuns(project)).at(-1);
    if (place === undefined) return granted(null);
    const { state } = await stateOf(project, place.id);
    const view = projectFleet(state, 0);
    const [holder, landed] = await Promise.all([whoWorks(project, place.id, now), isLanded(project, view)]);
    return granted({ project: id, view, holder, isLanded: landed });
  });
  return reply.ok && reply.value?.view.run.id !== "" ? reply.value : null;
}
