/**
 * What the processes below a few roots have used so far, and whether one of them is held by a signal: the evidence of life
 * that no output shows. One look at the whole table serves all roots. It only looks; `pause` holds, and
 * `wake` lets go what is held.
 *
 * Sums only compare with a later look at the same root: processes that ended meanwhile take their bytes with them, their
 * computing stays with the parent that waited for them.
 */

import { readdirSync, readFileSync } from "node:fs";
import { addAll } from "../../../basics/long-lists.ts";
import { runProgram } from "../run-program.ts";

export interface Vitals {
  readonly cpuMs: number;
  /** Read and written in all; 0 where the machine does not tell. */
  readonly bytes: number;
  readonly processes: number;
  /** Of memory, as far as the machine tells. */
  readonly memoryMb: number;
  /** Held by SIGSTOP, or a terminal. */
  readonly held: readonly number[];
}

interface Seen {
  readonly pid: number;
  readonly ppid: number;
  readonly state: string;
  readonly cpuMs: number;
}

/** One answer per list of roots, in their order. */
export async function vitalsOf(roots: readonly (readonly number[])[]): Promise<readonly Vitals[]> {
  const isLinux = process.platform === "linux";
  const children = byParent(isLinux ? readProc() : await readPs());
  return roots.map((pids) => sum(below(pids, children), isLinux));
}

/** As often as it takes until none was started between a look and its signal. */
const PAUSE_ROUNDS = 5;

/** All of the roots' processes, parents first; how many are held. */
export async function pause(roots: readonly number[]): Promise<number> {
  let held = 0;
  for (let round = 0; round < PAUSE_ROUNDS; round += 1) {
    const table = byParent(process.platform === "linux" ? readProc() : await readPs());
    const all = below(roots, table);
    const awake = all.filter(({ state }) => state !== "T" && state !== "t");
    held = all.length;
    if (awake.length === 0) break;
    for (const { pid } of awake) {
      try {
        process.kill(pid, "SIGSTOP");
      } catch {} // It is gone, or another user's.
    }
  }
  return held;
}

/** Those of the roots' processes that are held; signalled, whether that helps or not. */
export async function wake(roots: readonly number[]): Promise<number> {
  const [vitals] = await vitalsOf([roots]);
  for (const pid of vitals?.held ?? []) {
    try {
      process.kill(pid, "SIGCONT");
    } catch {} // It is gone, or another user's.
  }
  return vitals?.held.length ?? 0;
}

interface Table {
  readonly byPid: ReadonlyMap<number, Seen>;
  readonly byParent: ReadonlyMap<number, readonly Seen[]>;
}

function byParent(all: readonly Seen[]): Table {
  const children = new Map<number, Seen[]>();
  for (const seen of all) {
    const siblings = children.get(seen.ppid);
    if (siblings) siblings.push(seen);
    else children.set(seen.ppid, [seen]);
  }
  return { byPid: new Map(all.map((seen) => [seen.pid, seen])), byParent: children };
}

function below(roots: readonly number[], { byPid, byParent: children }: Table): readonly Seen[] {
  const found = new Map<number, Seen>();
  const open = roots.flatMap((pid) => byPid.get(pid) ?? []);
  for (let seen = open.pop(); seen; seen = open.pop()) {
    if (found.has(seen.pid)) continue;
    found.set(seen.pid, seen);
    addAll(open, children.get(seen.pid) ?? []);
  }
  return [...found.values()].filter(({ state }) => state !== "Z" && state !== "X");
}

function sum(seen: readonly Seen[], isLinux: boolean): Vitals {
  return {
    cpuMs: seen.reduce((total, { cpuMs }) => total + cpuMs, 0),
    bytes: isLinux ? seen.reduce((total, { pid }) => total + bytesOf(pid), 0) : 0,
    processes: seen.length,
    memoryMb: isLinux ? seen.reduce((total, { pid }) => total + memoryMbOf(pid), 0) : 0,
    held: seen.flatMap(({ pid, state }) => (state === "T" || state === "t" ? [pid] : [])),
  };
}

/** Ticks of the kernel's clock are hundredths of a second on every system Node runs on. */
const TICK_MS = 10;

function readProc(): readonly Seen[] {
  return readdirSync("/proc").flatMap((name) => (/^\d+$/.test(name) ? (readStat(Number(name)) ?? []) : []));
}

function readStat(pid: number): Seen | null {
  const stat = tryRead(`/proc/${pid}/stat`);
  if (stat === null) return null;
  const [state = "", ppid, ...rest] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  // Its own time and that of children it waited for: fields 14 to 17.
  const ticks = rest.slice(9, 13).reduce((total, field) => total + Number(field), 0);
  return { pid, ppid: Number(ppid), state, cpuMs: ticks * TICK_MS };
}

const PAGE_BYTES = 4_096;

/** Its own pages: what it shares with others, libraries above all, is there once. */
function memoryMbOf(pid: number): number {
  const [, resident = "0", shared = "0"] = (tryRead(`/proc/${pid}/statm`) ?? "").split(" ");
  return (Math.max(0, Number(resident) - Number(shared)) * PAGE_BYTES) / 1_000_000;
}

/** All that went through its hands, also what no disk saw. */
function bytesOf(pid: number): number {
  const io = tryRead(`/proc/${pid}/io`) ?? "";
  return Number(/^rchar: (\d+)/m.exec(io)?.[1] ?? 0) + Number(/^wchar: (\d+)/m.exec(io)?.[1] ?? 0);
}

/** Null: gone, or another user's. */
function tryRead(path: string): string | null {
  try {
    return readFileSync(path, "latin1");
  } catch {
    return null;
  }
}

async function readPs(): Promise<readonly Seen[]> {
  const call = { program: "ps", args: ["-axo", "pid=,ppid=,stat=,time="], cwd: "/", env: process.env };
  const { out } = await runProgram({ ...call, timeoutMs: PS_MS, bytesMax: PS_BYTES_MAX });
  return out.split("\n").flatMap((line) => parsePs(line) ?? []);
}

const PS_MS = 5_000;
const PS_BYTES_MAX = 16 * 1024 * 1024;
const PS_LINE = /^\s*(\d+)\s+(\d+)\s+(\S)\S*\s+(?:(\d+)-)?(?:(\d+):)?(\d+):(\d+(?:\.\d+)?)\s*$/;

/** `123 1 S+ 1-02:03:04.50`, with days and hours where there are any. */
export function parsePs(line: string): Seen | null {
  const [, pid, ppid, state = "", days = 0, hours = 0, minutes = 0, seconds = 0] = PS_LINE.exec(line) ?? [];
  if (pid === undefined) return null;
  const total = ((Number(days) * 24 + Number(hours)) * 60 + Number(minutes)) * 60 + Number(seconds);
  return { pid: Number(pid), ppid: Number(ppid), state, cpuMs: Math.round(total * 1_000) };
}
