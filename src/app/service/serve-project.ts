/**
 * The supervisor of one project under `reeve up`: works its runs one after the other, each in a process of its own with a
 * guardian, so that neither this supervisor's end nor the root's ends any work. It decides nothing about a run.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { JournalError } from "../../journal/journal-error.ts";
import { waitingOrders } from "../../runtime/run/waiting-orders.ts";
import { startHeart } from "../../runtime/time/heart.ts";
import { listRuns, type Project, runPlace } from "../project/project.ts";
import { stateOf } from "../project/records.ts";
import { moneyIsBack } from "./money-again.ts";
import { type LeftRun, nextRun, type QueuedRun } from "./queue.ts";

export interface ServePorts {
  /** Works the run to its end or rest, guarded; what it exited with. */
  readonly workRun: (run: string, dir: string, logFile: string) => Promise<number>;
  /** The brake of the whole machine is pulled: nothing is begun. */
  readonly isBraked: () => boolean;
  /** Where this user's state folder is said. */
  readonly env: NodeJS.ProcessEnv;
  readonly say: (sentence: string) => void;
  readonly signal: AbortSignal;
}

const LOOK_MS = 2_000;

/** Until `signal` aborts. */
export async function serveProject(project: Project, ports: ServePorts): Promise<void> {
  const { workRun, isBraked, say, signal } = ports;
  const heart = startHeart({ dir: project.stateDir });
  const left = new Map<string, LeftRun>();
  try {
    while (!signal.aborted) {
      const next = isBraked() ? null : nextRun(await look(project, ports), left, Date.now());
      if (next === null) {
        await sleep(LOOK_MS, undefined, { signal }).catch(() => {});
        continue;
      }
      heart.did(`working ${next.id}`);
      say(`${next.id}: works`);
      const { dir } = runPlace(project, next.id);
      const exit = await workRun(next.id, dir, `${dir}/detached.log`);
      left.set(next.id, { exit, at: Date.now() });
      say(`${next.id}: left with exit code ${exit}`);
    }
  } finally {
    heart.stop();
  }
}

/** Oldest first. A run that cannot be read is told once per look and left out: it keeps no other from being worked. */
async function look(project: Project, { env, say }: ServePorts): Promise<readonly QueuedRun[]> {
  const found: QueuedRun[] = [];
  for (const { id } of await listRuns(project)) {
    try {
      const { state } = await stateOf(project, id);
      const [holder, orders] = await Promise.all([project.runs.holder(id), waitingOrders(project.runs, id)]);
      const hasMoneyAgain = moneyIsBack(state, { project, run: id, env, now: Date.now() });
      found.push({ id, phase: state.run.phase, isHeld: holder !== null, orders: orders.length, hasMoneyAgain });
    } catch (error) {
      if (!(error instanceof JournalError)) throw error;
      if (error.kind !== "missing") say(`${id} cannot be read: ${error.message}`);
    }
  }
  return found;
}
