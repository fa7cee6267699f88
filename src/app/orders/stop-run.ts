/**
 * Stops a run: tells the Reeve that works on it. Where none works, it takes the run for a moment and stops what is left of
 * it, agents that live on under their keepers too, so that afterwards no process is left.
 */

import { settingsOf } from "../../engine/settings.ts";
import { giverHere } from "../person/giver.ts";
import { loadConfig } from "../project/load.ts";
import { type OpenedRun, withRun } from "../project/open-run.ts";
import type { Project } from "../project/project.ts";
import { granted, type Reply, refused } from "../reply.ts";
import type { Fleets } from "../run/fleets.ts";
import type { RunEnd } from "../run/work-run.ts";
import { foresee } from "./foresee.ts";
import { giveOrder, type OrderGiven, type OrderWish } from "./give-order.ts";
import { orderRefused } from "./order-refused.ts";

export type StopWish = Omit<OrderWish, "order">;

export type Stopped =
  | { readonly by: "order"; readonly given: OrderGiven }
  /** `agents`: so many had been left behind, and run no more. */
  | { readonly by: "hand"; readonly run: string; readonly agents: number; readonly end: RunEnd["type"] | "unusable" };

export function stopRun(world: Fleets, project: Project, wish: StopWish): Promise<Reply<Stopped>> {
  return withRun(project, wish.run, async (run) => {
    if ((await project.runs.holder(run.place.id)) !== null) return byOrder(project, wish);
    const refusal = foresee(run.state, [], { type: "stop" });
    if (refusal) return orderRefused(run.state, refusal);
    return byHand(world, run, wish);
  });
}

async function byOrder(project: Project, wish: StopWish): Promise<Reply<Stopped>> {
  const given = await giveOrder(project, { ...wish, order: { type: "stop" } });
  return given.ok ? granted({ by: "order", given: given.value }) : given;
}

async function byHand(world: Fleets, { project, place, state }: OpenedRun, wish: StopWish): Promise<Reply<Stopped>> {
  const config = loadConfig(project);
  if (!config.ok)
    return refused({ what: "mistakes", mistakes: config.mistakes, warnings: config.warnings, kept: "stop" });
  const fleet = await world.openFleet({
    project,
    place,
    config: config.value,
    settings: settingsOf(config.value),
    by: giverHere("reeve stop"),
    wait: false,
    stopOnly: true,
    onRecord: () => {},
  });
  if ("heldBy" in fleet) return byOrder(project, wish);
  const end = await fleet.work();
  if (end.type === "journal") return refused({ what: "journal", error: end.error });
  return granted({ by: "hand", run: place.id, agents: state.attempts.live.size, end: end.type });
}
