/** How a run stands: what runs, what waits and on what, what needs a person, what it cost; and who works on it. */
import type { PersonInput } from "../../engine/input.ts";
import type { Holder } from "../../journal/runs.ts";
import { waitingOrders } from "../../runtime/run/waiting-orders.ts";
import { withRun } from "../project/open-run.ts";
import type { Project } from "../project/project.ts";
import { granted, type Reply } from "../reply.ts";
import { type FleetView, projectFleet } from "./fleet-view.ts";

export interface Status {
  readonly view: FleetView;
  /** Null: no Reeve is working on it. */
  readonly holder: Holder | null;
  /** What the next Reeve takes first. */
  readonly orders: readonly PersonInput[];
}

export function readStatus(project: Project, run?: string): Promise<Reply<Status>> {
  const { runs } = project;
  return withRun(project, run, async ({ place: { id }, state }) => {
    const [holder, orders] = await Promise.all([runs.holder(id), waitingOrders(runs, id)]);
    return granted({ view: projectFleet(state), holder, orders });
  });
}
