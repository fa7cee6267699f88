/** One at a time per project: choosing and making a run must not happen twice at once. */
import { setTimeout as sleep } from "node:timers/promises";
import { acquireLock } from "../../runtime/lock.ts";
import type { Project } from "./project.ts";

const TRIES_MAX = 200;
const BETWEEN_MS = 50;

export async function exclusively<T>(project: Project, work: () => Promise<T>): Promise<T> {
  for (let i = 0; i < TRIES_MAX; i += 1) {
    const lock = acquireLock(project.stateDir);
    if (!("heldBy" in lock)) return work().finally(lock.release);
    await sleep(BETWEEN_MS);
  }
  throw new Error(`another Reeve has been choosing a run in ${project.stateDir} for too long; try again`);
}
