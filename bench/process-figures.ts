/** What the system knows about processes: who is there, how much memory and time they take. Linux only, from /proc. */
import { readdirSync, readFileSync } from "node:fs";

export interface SeenProcess {
  readonly pid: number;
  readonly parent: number;
  readonly command: string;
  readonly environment: string;
}

/** Empty where there is no /proc. */
export function processes(): SeenProcess[] {
  const pids = read("/proc/self/stat") === "" ? [] : readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return pids.flatMap((pid) => {
    const stat = statFields(pid);
    const command = read(`/proc/${pid}/cmdline`).replaceAll("\0", " ").trim();
    if (!stat || command === "") return [];
    const environment = read(`/proc/${pid}/environ`);
    return [{ pid: Number(pid), parent: Number(stat[1]), command, environment }];
  });
}

/** The process itself and all that descends from it. */
export function descendants(pid: number): number[] {
  const children = Map.groupBy(processes(), ({ parent }) => parent);
  const all = [pid];
  for (let at = 0; at < all.length; at += 1) all.push(...(children.get(all[at] ?? 0) ?? []).map((child) => child.pid));
  return all;
}

/** Memory as `ps` counts it: pages that others share are counted in full. */
export function residentBytes(pid: number): number {
  return kilobytes(read(`/proc/${pid}/status`), "VmRSS");
}

/** Shared pages counted in parts: what a group of processes costs is the sum of these. */
export function proportionalBytes(pid: number): number {
  return kilobytes(read(`/proc/${pid}/smaps_rollup`), "Pss");
}

/** Pages of files, such as the program itself; processes that run the same program share them. */
export function fileBytes(pid: number): number {
  return kilobytes(read(`/proc/${pid}/status`), "RssFile");
}

/** Processor time all its threads have used so far, in seconds; 0 for one that is gone. */
export function cpuSeconds(pid: number): number {
  return threads(pid).reduce((sum, thread) => sum + threadSeconds(pid, thread), 0);
}

const TICKS_PER_SECOND = 100;

/** To the nanosecond where the system counts so; else in its ticks of a hundredth of a second. */
function threadSeconds(pid: number, thread: string): number {
  const [nanoseconds = ""] = read(`/proc/${pid}/task/${thread}/schedstat`).split(" ");
  if (Number(nanoseconds) > 0) return Number(nanoseconds) / 1e9;
  const fields = statFields(`${pid}/task/${thread}`);
  return fields ? (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND : 0;
}

function threads(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch {
    return [];
  }
}

/** The fields after the name, which may hold anything. */
function statFields(pid: number | string): string[] | undefined {
  const stat = read(`/proc/${pid}/stat`);
  return stat === "" ? undefined : stat.slice(stat.lastIndexOf(")") + 2).split(" ");
}

function kilobytes(text: string, name: string): number {
  return Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, "m").exec(text)?.[1] ?? 0) * 1024;
}

function read(path: string): string {
  try {
    return readFileSync(path, "latin1");
  } catch {
    return "";
  }
}
