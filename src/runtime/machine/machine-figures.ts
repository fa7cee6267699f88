/** What this machine has left, read from the system. What cannot be read is told as plenty: nobody waits for what nobody knows. */
import { readFileSync, statfsSync } from "node:fs";
import { availableParallelism, freemem, loadavg } from "node:os";

const MB = 1_000_000;

/** Null: nobody can tell. */
export function diskMbOf(dir: string): number | null {
  try {
    const { bavail, bsize } = statfsSync(dir);
    return (bavail * bsize) / MB;
  } catch {
    return null;
  }
}

/** What programs could still get, caches included, where the system tells it. */
export function memoryMb(): number {
  const [, kb] = /^MemAvailable:\s+(\d+) kB/m.exec(textOf("/proc/meminfo")) ?? [];
  const free = kb === undefined ? freemem() / MB : (Number(kb) * 1_024) / MB;
  const limit = numberIn("/sys/fs/cgroup/memory.max");
  const used = numberIn("/sys/fs/cgroup/memory.current");
  return limit === null || used === null ? free : Math.min(free, (limit - used) / MB);
}

/** Tests run beside each other on busy machines, and none of them is about that. */
export function loadPerCore(env: NodeJS.ProcessEnv = process.env): number {
  if (env["REEVE_IGNORE_LOAD"] === "1") return 0;
  return (loadavg()[0] ?? 0) / Math.max(1, availableParallelism());
}

/** By what the user and the container may have; null: nobody can tell. */
export function processesLeft(): number | null {
  const [, all] = /\/(\d+) /.exec(textOf("/proc/loadavg")) ?? [];
  const [, own] = /^Max processes\s+(\d+)/m.exec(textOf("/proc/self/limits")) ?? [];
  const inGroup = left(numberIn("/sys/fs/cgroup/pids.max"), numberIn("/sys/fs/cgroup/pids.current"));
  const ofUser = left(own === undefined ? null : Number(own), all === undefined ? null : Number(all));
  if (inGroup === null || ofUser === null) return inGroup ?? ofUser;
  return Math.min(inGroup, ofUser);
}

function left(limit: number | null, used: number | null): number | null {
  return limit === null || used === null ? null : limit - used;
}

/** A limit that is none reads "max". */
function numberIn(file: string): number | null {
  const text = textOf(file).trim();
  return /^\d+$/.test(text) ? Number(text) : null;
}

function textOf(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
