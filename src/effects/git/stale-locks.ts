/**
 * A lock on one of Reeve's own refs that nobody lets go of: git holds one for milliseconds, and leaves it when it is killed or stopped
 * in between, or somebody has put it there. Locks on whatever else is in the repository are not touched.
 */
import { lstat, rm } from "node:fs/promises";
import { setTimeout } from "node:timers/promises";

const LOCK = /Unable to create '([^'\n]+\/refs\/(?:(?:heads\/)?reeve\/[^'\n]+|notes\/reeve)\.lock)': File exists/;
const HELD_MS_MAX = 2_000;
const WAIT_MS = 250;
export const LOCK_ROUNDS_MAX = 12;

/** Whether it is worth another try: a git that said this failed at such a lock, which is gone now or may be soon. */
export async function letGoOfOwnRef(err: string): Promise<boolean> {
  const [, lock] = LOCK.exec(err) ?? [];
  if (lock === undefined || lock.includes("/../")) return false;
  const found = await lstat(lock).catch(() => null);
  if (found !== null && Date.now() - found.ctimeMs > HELD_MS_MAX) await rm(lock, { recursive: true, force: true });
  else await setTimeout(WAIT_MS);
  return true;
}
