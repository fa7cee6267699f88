/** The process table read from /proc. Synchronous reads: each takes microseconds and it runs in the starter process. */
import { closeSync, openSync, readdirSync, readFileSync, readSync } from "node:fs";
import { brandIn } from "./brand.ts";
import type { ProcessInfo, ProcessTable } from "./process-table.ts";

export function linuxTable(): ProcessTable {
  return {
    list: async (since = "0") =>
      readAll(
        readdirSync("/proc").filter((name) => /^\d+$/.test(name)),
        Number(since),
      ).map(branded(Number(since))),
    find: async (pids) => readAll(pids, 0),
    bootId: async () => readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim(),
  };
}

function readAll(pids: readonly (number | string)[], since: number): ProcessInfo[] {
  return pids.map((pid) => readProcess(Number(pid), since)).filter((info) => info !== undefined);
}

/** Whoever cleared its environment, or wrote another mark into it, has its brand still. */
function branded(since: number): (info: ProcessInfo) => ProcessInfo {
  return (info) => {
    if (info.zombie || info.ppid === KTHREADD || Number(info.startTime) < since) return info;
    const brand = brandIn(readFile(`/proc/${info.pid}/limits`)?.toString("latin1") ?? "");
    return brand === "" ? info : { ...info, brand };
  };
}

const KTHREADD = 2;

function readProcess(pid: number, since: number): ProcessInfo | undefined {
  const stat = readFile(`/proc/${pid}/stat`)?.toString("latin1");
  if (!stat) return undefined;
  // The name in parentheses may hold spaces and parentheses itself; the numbers begin after the last one.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const name = stat.slice(stat.indexOf("(") + 1, stat.lastIndexOf(")"));
  const ppid = Number(fields[1]);
  const zombie = fields[0] === "Z" || fields[0] === "X";
  const startTime = fields[19] ?? "";
  const isOld = Number(startTime) < since;
  const environment = zombie || isOld || ppid === KTHREADD ? undefined : readFile(`/proc/${pid}/environ`);
  return { pid, ppid, startTime, zombie, name, mark: value(environment, MARK), keeper: value(environment, KEEPER) };
}

const MARK = Buffer.from("\0REEVE_MARK=");
const KEEPER = Buffer.from("\0REEVE_KEEPER=");

function value(environment: Buffer | undefined, name: Buffer): string {
  if (!environment) return "";
  const first = environment.subarray(0, name.length - 1).equals(name.subarray(1));
  const at = first ? 0 : environment.indexOf(name);
  if (at < 0) return "";
  const start = at + name.length - (first ? 1 : 0);
  const end = environment.indexOf(0, start);
  return environment.toString("latin1", start, end < 0 ? environment.length : end);
}

let buffer = Buffer.allocUnsafe(64 * 1024);

/** The content, valid until the next call; undefined when the process is gone or not ours to read. */
function readFile(path: string): Buffer | undefined {
  let file: number | undefined;
  try {
    file = openSync(path, "r");
    let length = 0;
    for (;;) {
      const count = readSync(file, buffer, length, buffer.length - length, null);
      length += count;
      if (count === 0) return buffer.subarray(0, length);
      if (length === buffer.length) buffer = Buffer.concat([buffer], buffer.length * 2);
    }
  } catch (error) {
    if (isUnreadable(error)) return undefined;
    throw error;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

/** Gone, or another user's. Anything else (no file descriptors left) must not look like an empty table. */
function isUnreadable(error: unknown): boolean {
  return (
    error instanceof Error && "code" in error && ["ENOENT", "ESRCH", "EACCES", "EPERM"].includes(String(error.code))
  );
}
