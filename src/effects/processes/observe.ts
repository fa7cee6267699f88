/**
 * What became of an attempt, told from its folder and the process table alone: for the Reeve that comes back after a
 * kill. What is observed wins over what was recorded. It changes one thing: an attempt that no keeper has taken is given
 * up for good, so that a start that is still under way somewhere cannot happen after the answer was given.
 */
import { type AttemptFolder, giveUp, type KeptExit, readExit, readKept, readPid } from "./attempt-folder.ts";
import type { StarterClient } from "./starter-client.ts";
import type { KnownProcess } from "./starter-protocol.ts";

export type Observation =
  | { readonly state: "running"; readonly keeper: KnownProcess; readonly agent?: KnownProcess }
  | { readonly state: "ended"; readonly exit: KeptExit }
  /** No agent ran and none will. */
  | { readonly state: "never_started" }
  /** A keeper had it and is gone without an exit status. Processes of the agent may still be there: sweep its mark. */
  | { readonly state: "lost"; readonly evidence: readonly string[] };

export async function observeAttempt(folder: AttemptFolder, starter: StarterClient): Promise<Observation> {
  const exit = await readExit(folder);
  if (exit) return { state: "ended", exit };
  if (await giveUp(folder)) return { state: "never_started" };
  const kept = await findKeeper(folder, starter);
  if ("state" in kept) return kept;
  // It may have published and gone while we looked.
  const late = await readExit(folder);
  return late ? { state: "ended", exit: late } : { state: "lost", evidence: [kept.gone] };
}

type Found = Extract<Observation, { state: "running" }> | { readonly gone: string };

async function findKeeper(folder: AttemptFolder, starter: StarterClient): Promise<Found> {
  const [kept, pid] = [await readKept(folder), await readPid(folder.lock)];
  if (kept && kept.bootId !== (await starter.ask("boot_id", {})))
    return { gone: "the machine was restarted in the meantime" };
  if (pid === undefined) return await findUnwritten(folder, starter);
  const [info] = await starter.ask("find", { pids: [pid] });
  const isSame =
    kept?.keeper.startTime !== undefined ? info?.startTime === kept.keeper.startTime : info?.keeper === folder.mark;
  if (!info || info.zombie || !isSame) return { gone: `its keeper (pid ${pid}) is gone and left no exit status` };
  const keeper = { pid, startTime: info.startTime };
  const agentPid = kept?.agent.pid ?? (await readPid(folder.agent));
  if (agentPid === undefined) return { state: "running", keeper };
  return { state: "running", keeper, agent: kept?.agent ?? { pid: agentPid } };
}

/** The lock is there but has no pid in it: the keeper is just about to write it, or was killed right then. */
async function findUnwritten(folder: AttemptFolder, starter: StarterClient): Promise<Found> {
  const [pid] = await starter.ask("keepers", { mark: folder.mark });
  if (pid === undefined) return { gone: "its keeper was killed while it started" };
  const [info] = await starter.ask("find", { pids: [pid] });
  return info
    ? { state: "running", keeper: { pid, startTime: info.startTime } }
    : { gone: `its keeper (pid ${pid}) is gone` };
}
