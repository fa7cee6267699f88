/**
 * Whether orders in a run's mailbox come from a person: from a process that shows their slip and is inside of no attempt. What only
 * tells something needs nobody's word. Looks only; what becomes of the others is the runner's.
 */

import { CHECKPOINT_AGENT } from "../../domain/spec/checkpoint-order.ts";
import { attemptFolder, readKept } from "../../effects/processes/attempt-folder.ts";
import { findSlips, hasSlips } from "../../effects/processes/mail-slip.ts";
import type { PostedMail } from "../../journal/runs.ts";
import { isOrder } from "../../runtime/run/mailed.ts";
import type { RunPlace } from "../../runtime/run/run-place.ts";
import type { RunnerOptions } from "../../runtime/runner/runner-options.ts";
import type { Project } from "../project/project.ts";
import { stateOf } from "../project/records.ts";
import { insideAttempt } from "./inside-attempt.ts";

const UNSEEN =
  "Reeve could not see which process sent this order, so it was not taken. Give it again with this version of Reeve, on the machine or in the container in which the run is worked.";
const AN_AGENTS = "Only a person may give orders, and this one comes from inside an attempt; it was not taken.";

type Vouch = NonNullable<RunnerOptions<never, never, never>["vouch"]>;

/** Undefined where the system does not show who sent what. */
export function vouchForOrders(project: Project, place: RunPlace): Vouch | undefined {
  if (!hasSlips()) return undefined;
  return async (mail) => {
    const orders = mail.map(orderIn);
    const asked = orders.flatMap((order) => order ?? []);
    const shown = new Map(findSlips(place.dir, asked).map((isShown, at) => [asked[at], isShown]));
    const verdicts: (string | null)[] = [];
    for (const order of orders) {
      if (order === null) verdicts.push(null);
      else if (shown.get(order) !== true) verdicts.push(UNSEEN);
      else verdicts.push((await isAgent(project, place, order.pid)) ? AN_AGENTS : null);
    }
    return verdicts;
  };
}

/** Null: it is no order. */
function orderIn({ name, at, from, input }: PostedMail) {
  const said: unknown = JSON.parse(input);
  if (!isOrder(said)) return null;
  const { sender = "", number = 0 } = name ?? {};
  const pid = Number(said.by?.pid ?? 0);
  return { pid, mail: { sender, number, at, from, input } };
}

/** A Reeve that is itself inside an attempt takes orders of those beside it; Reeve's own program at a checkpoint may add and skip tasks. */
async function isAgent(project: Project, place: RunPlace, pid: number): Promise<boolean> {
  const inside = await insideAttempt(project, pid);
  if (inside === null) return false;
  const own = (await insideAttempt(project))?.marks ?? [];
  const isBeside = inside.marks.length > 0 && inside.marks.every((mark) => own.includes(mark));
  return !isBeside && !(await isCheckpoint(project, place, pid));
}

/** The very process that works a checkpoint: the commands it runs, which may run anything, are others. */
async function isCheckpoint(project: Project, place: RunPlace, pid: number): Promise<boolean> {
  const { state } = await stateOf(project, place.id);
  const live = [...state.attempts.live.values()].filter(({ agent }) => agent === CHECKPOINT_AGENT);
  const kept = await Promise.all(live.map(({ id }) => readKept(attemptFolder(place.dir, id)).catch(() => undefined)));
  return kept.some((each) => each?.agent?.pid === pid);
}
