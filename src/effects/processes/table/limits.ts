/**
 * Whether this user may open as many files and start as many processes as the work on one task takes. Told before anything
 * begins: below that nothing would ever come to its end. Looks only, and only where the system tells its limits.
 */
import { readdirSync, readFileSync } from "node:fs";

const FILES_MIN = 64;
/** Reeve's helpers, a keeper with its relays, a few gits, an agent that starts some itself. */
const PROCESSES_MIN = 64;
/** Above this nobody has to count who uses how many. */
const PROCESSES_PLENTY = 1_000;

/** The sentence that says so; null: there is room. */
export function tooNarrow(): string | null {
  const limits = readLimits("/proc/self/limits");
  const files = limits.get("Max open files") ?? Number.POSITIVE_INFINITY;
  if (files < FILES_MIN)
    return `Reeve may open only ${files} files at once here, and needs at least ${FILES_MIN}. Raise the limit (\`ulimit -n 1024\`), then try again.`;
  const processes = limits.get("Max processes") ?? Number.POSITIVE_INFINITY;
  // The system does not hold the superuser to it.
  if (processes >= PROCESSES_PLENTY || process.getuid?.() === 0) return null;
  const left = Math.max(0, processes - processesOfUser());
  if (left >= PROCESSES_MIN) return null;
  return `You may start only ${left} more processes here (limit: ${processes}), and Reeve needs about ${PROCESSES_MIN} for one agent. Raise the limit (\`ulimit -u\`), then try again.`;
}

function readLimits(file: string): ReadonlyMap<string, number> {
  try {
    const lines = readFileSync(file, "utf8").split("\n");
    return new Map(lines.flatMap((line) => limitIn(line)));
  } catch {
    return new Map();
  }
}

function limitIn(line: string): [string, number][] {
  const [, name, soft] = /^(.+?) {2,}(\d+) /.exec(line) ?? [];
  return name === undefined ? [] : [[name, Number(soft)]];
}

/** Threads count as processes do. */
function processesOfUser(): number {
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return pids.reduce((sum, pid) => sum + threadsOf(pid), 0);
}

function threadsOf(pid: string): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "latin1");
    const [, uid] = /^Uid:\s+(\d+)/m.exec(status) ?? [];
    const [, threads] = /^Threads:\s+(\d+)/m.exec(status) ?? [];
    return Number(uid) === process.getuid?.() ? Number(threads) : 0;
  } catch {
    return 0; // gone meanwhile
  }
}
