/**
 * Tells the system that started the service that its loop moves, where it wants to hear that: systemd replaces one that has been silent for
 * too long. Told by its own program, which is there wherever systemd is. Where nobody asked, nothing is told.
 */
import { runProgram } from "../../effects/processes/run-program.ts";

const PROGRAM_MS = 10_000;

/** Often enough that a few of them may be lost, as happens with older systems. */
const EVERY_MS_MAX = 20_000;

/** To be called with every turn. */
export function systemWatchdog(env: NodeJS.ProcessEnv, now = () => performance.now()): () => void {
  const { NOTIFY_SOCKET: socket = "", WATCHDOG_USEC: within = "" } = env;
  const everyMs = Math.min(Number(within) / 1_000 / 3, EVERY_MS_MAX);
  if (socket === "" || !(everyMs > 0)) return () => {};
  let toldAt = Number.NEGATIVE_INFINITY;
  return () => {
    if (now() - toldAt < everyMs) return;
    toldAt = now();
    const told = runProgram({
      ...{ program: "systemd-notify", args: ["WATCHDOG=1"], cwd: "/", env },
      ...{ timeoutMs: PROGRAM_MS, bytesMax: 4_096 },
    });
    told.catch(() => {}); // with the next one it is tried again
  };
}
