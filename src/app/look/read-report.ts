/** All that a report of a run is made of: how it stands, who works on it, and what became of it over time. It looks only. */
import { basename } from "node:path";
import { isLanded } from "../deliver/is-landed.ts";
import { withRun } from "../project/open-run.ts";
import type { Project } from "../project/project.ts";
import { granted, type Reply } from "../reply.ts";
import { type FleetView, projectFleet } from "./fleet-view.ts";
import { catchUp, newReplay } from "./history/replay-run.ts";
import type { RunHistory } from "./history/run-history.ts";
import { watcherOf } from "./watcher.ts";

export interface ReportMatter {
  /** The name of the project's folder. */
  readonly project: string;
  readonly view: FleetView;
  readonly history: RunHistory;
  readonly isWorked: boolean;
  /** Its work is in the branch it began from. */
  readonly isLanded: boolean;
}

export function readReport(project: Project, run: string | undefined, now: number): Promise<Reply<ReportMatter>> {
  return withRun(project, run, async ({ place }) => {
    const { state, history } = await catchUp(project, newReplay(place.id));
    const holder = await watcherOf(project.runs, place.id, place.dir, now);
    const view = projectFleet(state);
    return granted({
      project: basename(project.root),
      view,
      history,
      isWorked: holder !== null,
      isLanded: await isLanded(project, view),
    });
  });
}
