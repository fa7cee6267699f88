/**
 * Finds and ends processes by a mark in their environment. Agents start their tools in sessions of their own, so neither a
 * process group nor the parents tell who belongs together. Linux only, like the tests that use it.
 */
import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

const lookEveryMs = 20;

/** `mark` is a whole entry of the environment: `NAME=value`. What has ended but was not yet waited for is not listed. */
export function markedProcesses(mark: string): readonly number[] {
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return pids.filter((pid) => readOr(`/proc/${pid}/environ`).split("\0").includes(mark)).map(Number);
}

/** Those that have the text anywhere in their environment. */
export function processesNaming(text: string): readonly number[] {
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return pids.filter((pid) => readOr(`/proc/${pid}/environ`).includes(text)).map(Number);
}

/** Returns once none is left. It looks twice: a process that is just becoming another program shows no environment. */
export async function endMarked(mark: string): Promise<void> {
  for (let looksWithout = 0; looksWithout < 2; ) {
    const left = markedProcesses(mark);
    looksWithout = left.length === 0 ? looksWithout + 1 : 0;
    for (const pid of left) end(pid);
    await sleep(lookEveryMs);
  }
}

function end(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It ended meanwhile.
  }
}

/** A process that goes while it is looked at has no environment. */
function readOr(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
