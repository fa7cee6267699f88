/** Who an attempt's processes are and when its keeper is gone, asked patiently. Ends and decides nothing. */
import { setTimeout as sleep } from "node:timers/promises";
import { type AttemptFolder, readPid } from "../../processes/attempt-folder.ts";
import { type StarterClient, StarterError } from "../../processes/starter-client.ts";
import type { KnownProcess } from "../../processes/starter-protocol.ts";

/** Never, where the helper cannot be run: that its keeper is gone must be seen, not supposed. */
export async function whenGone(keeper: KnownProcess, starter: StarterClient): Promise<void> {
  try {
    await starter.ask("gone", keeper);
  } catch (error) {
    if (!(error instanceof StarterError)) throw error;
    await new Promise<never>(() => {});
  }
}

const LOOKS_MAX = 100;
const LOOK_MS = 20;

/** Adopted in the very moment of its start, the agent's pid may take a little longer. */
export async function findAgent(folder: AttemptFolder): Promise<KnownProcess | undefined> {
  for (let look = 0; look < LOOKS_MAX; look += 1) {
    const pid = await readPid(folder.agent);
    if (pid !== undefined) return { pid };
    await sleep(LOOK_MS);
  }
  return undefined;
}
