/** How a run stands: what runs, what waits and on what, what needs a person, what it cost; and who works on it. */
import type { PersonInput } from "../../engine/input.ts";
import { waitingOrders } from "../../runtime/run/waiting-orders.ts";
import { isLanded } from "../deliver/is-landed.ts";
import { withRun } from "../project/open-run.ts";
import type { Project } from "../project/project.ts";
import { granted, type Reply } from "../reply.ts";
import { type FleetView, projectFleet } from "./fleet-view.ts";
import { type Watcher, watcherOf } from "./watcher.ts";

export interface Status {
  readonly view: FleetView;
  /** Null: no Reeve is working on it. */
  readonly holder: Watcher | null;
  /** What the next Reeve takes first. */
  readonly orders: readonly PersonInput[];
  /** Its work is in the branch it began from. */
  readonly landed: boolean;
}

export function readStatus(project: Project, run?: string, now: number = Date.now()): Promise<Reply<Status>> {
  const { runs } = project;
  return withRun(project, run, async ({ place: { id, dir }, state }) => {
    const [holder, orders] = await Promise.all([watcherOf(runs, id, dir, now), waitingOrders(runs, id)]);
    const view = projectFleet(state);
    return granted({ view, holder, orders, landed: await isLanded(project, view) });
  });
}
