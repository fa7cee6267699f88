/**
 * Orders that were given while nobody worked on a run and after which no agent has anything to do, such as a skip of the last
 * task that asks: they are taken at once, and the run comes to its end. Where an agent would have to start, nothing is done.
 */

import { isFinal } from "../../domain/work/task.ts";
import { settingsOf } from "../../engine/settings.ts";
import type { State } from "../../engine/state.ts";
import { waitingOrders } from "../../runtime/run/waiting-orders.ts";
import { giverHere } from "../person/giver.ts";
import { loadConfig } from "../project/load.ts";
import { withRun } from "../project/open-run.ts";
import type { Project } from "../project/project.ts";
import { granted } from "../reply.ts";
import type { Fleets } from "../run/fleets.ts";
import { afterOrders } from "./foresee.ts";

/** Whatever comes of it, whoever asked looks at the run afterwards. */
export async function takeLastOrders(world: Fleets, project: Project, run: string | undefined): Promise<void> {
  const found = await withRun(project, run, async ({ place, state }) => {
    const orders = await waitingOrders(project.runs, place.id);
    const isLast = orders.length > 0 && nothingToStart(afterOrders(state, orders));
    return granted(isLast ? place : null);
  });
  const place = found.ok ? found.value : null;
  const loaded = place && loadConfig(project);
  if (!place || !loaded?.ok) return;
  const settings = settingsOf(loaded.value);
  const fleet = await world.openFleet({
    project,
    place,
    config: loaded.value,
    settings,
    by: giverHere("reeve land"),
    wait: false,
    onRecord: () => {},
  });
  if (!("heldBy" in fleet)) await fleet.work();
}

function nothingToStart({ tasks, advisors, attempts, replans, merge }: State): boolean {
  const isOver = [...tasks.values(), ...advisors.asked.values()].every(({ status }) => isFinal(status));
  return isOver && attempts.live.size === 0 && replans.open.size === 0 && merge.queue.length === 0;
}
