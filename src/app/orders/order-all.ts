/**
 * The brake and its release for all runs of this machine: an order to each open run of every project Reeve knows, and a note that
 * keeps others from beginning. A run that does not take its order is named; the others are not kept waiting by it.
 */
import { giverText } from "../../domain/work/giver.ts";
import type { PersonInput } from "../../engine/input.ts";
import { listMachine } from "../machine/list-machine.ts";
import { liftMachineBrake, pullMachineBrake } from "../machine/machine-brake.ts";
import { giverHere } from "../person/giver.ts";
import { findProject } from "../project/project.ts";
import { granted, type Reply, refused } from "../reply.ts";
import { giveOrder, type OrderGiven } from "./give-order.ts";

export interface AllWish {
  readonly env: NodeJS.ProcessEnv;
  readonly now: number;
}

/** What became of it in one run. */
export interface RunOrdered {
  readonly project: string;
  readonly run: string;
  /** Null: it was not taken, since there is nothing to brake or release. */
  readonly given: OrderGiven | null;
}

export async function brakeAll(reason: string, { env, now }: AllWish): Promise<Reply<readonly RunOrdered[]>> {
  if (!pullMachineBrake(env, { reason, at: now, by: giverText(giverHere("reeve brake --all")) }))
    return refused({
      what: "unusable",
      sentence: "This user has no home folder, so Reeve knows no projects; set HOME.",
    });
  return granted(await orderEach({ type: "brake", reason }, { env, now }));
}

export async function releaseAll({ env, now }: AllWish): Promise<Reply<readonly RunOrdered[]>> {
  liftMachineBrake(env);
  return granted(await orderEach({ type: "release" }, { env, now }));
}

/** All at once: whoever is slow to answer holds up nobody. */
async function orderEach(order: PersonInput, { env, now }: AllWish): Promise<readonly RunOrdered[]> {
  const { runs } = await listMachine({ env, now, all: false });
  return Promise.all(
    runs.map(async ({ project, run }) => {
      const given = await giveOrder(findProject(project), { run, order, now });
      return { project, run, given: given.ok ? given.value : null };
    }),
  );
}
