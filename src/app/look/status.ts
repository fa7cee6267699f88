/** How a run stands: what runs, what waits and on what, what needs a person, what it cost; and who works on it. */
import type { PersonInput } from "../../engine/input.ts";
import { type Holder, holderOf } from "../../runtime/lock.ts";
import { waitingOrders } from "../../runtime/waiting-orders.ts";
import { withRun } from "../project/open-run.ts";
import type { Project } from "../project/project.ts";
import { granted, type Reply } from "../reply.ts";
import { type FleetView, projectFleet } from "./fleet-view.ts";

export interface Status {
  readonly view: FleetView;
  /** Null: nobody works on it now. */
  readonly holder: Holder | null;
  /** What the next Reeve takes first. */
  readonly orders: readonly PersonInput[];
}

export function readStatus(project: Project, run?: string): Promise<Reply<Status>> {
  return withRun(project, run, ({ place, state }) =>
    granted({ view: projectFleet(state), holder: holderOf(place.dir), orders: waitingOrders(place) }),
  );
}
