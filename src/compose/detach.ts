/**
 * Starts this very program in the background, under a guardian that starts it again when it is killed, crashes or freezes; its
 * output goes to a file. Both outlive whoever started them.
 */
import { spawn } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { dirname } from "node:path";
import { GUARDIAN } from "../effects/processes/keeper-programs.ts";
import { heartFile } from "../runtime/time/heart.ts";

export async function detach(
  [program = "reeve", ...first]: readonly string[],
  args: readonly string[],
  logFile: string,
  frozenS: number,
): Promise<{ readonly pid: number }> {
  const log = openSync(logFile, "a", 0o600);
  try {
    const command = [GUARDIAN, heartFile(dirname(logFile)), `${frozenS}`, program, ...first, ...args];
    const child = spawn("/bin/sh", command, { detached: true, stdio: ["ignore", log, log] });
    await new Promise((resolve, reject) => child.once("spawn", resolve).once("error", reject));
    child.unref();
    return { pid: child.pid ?? 0 };
  } finally {
    closeSync(log);
  }
}
