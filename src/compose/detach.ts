/** Starts this very program in the background; its output goes to a file. It outlives whoever started it. */
import { spawn } from "node:child_process";
import { closeSync, openSync } from "node:fs";

export async function detach(
  [program = "reeve", ...first]: readonly string[],
  args: readonly string[],
  logFile: string,
): Promise<{ readonly pid: number }> {
  const log = openSync(logFile, "a");
  try {
    const child = spawn(program, [...first, ...args], { detached: true, stdio: ["ignore", log, log] });
    await new Promise((resolve, reject) => child.once("spawn", resolve).once("error", reject));
    child.unref();
    return { pid: child.pid ?? 0 };
  } finally {
    closeSync(log);
  }
}
