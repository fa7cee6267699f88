/**
 * The process table read through `ps`, for macOS and whatever else has no /proc. Works on Linux with procps too, where
 * the conformance suite runs it.
 *
 * macOS: `-E` shows the environment only of one's own processes and not of Apple's own binaries (/bin/sleep, /bin/sh);
 * those are found by walking the tree, and keepers by their command line, which ps prints in the same column. What
 * escapes both there is a daemon that is an Apple binary and has left its tree.
 */
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import type { ProcessInfo, ProcessTable } from "./process-table.ts";

export function psTable(platform: NodeJS.Platform): ProcessTable {
  const everyone = platform === "darwin" ? ["-axEww"] : ["axeww"];
  const one = platform === "darwin" ? ["-Eww"] : ["eww"];
  return {
    list: async () => parse(await run("ps", [...everyone, "-o", COLUMNS])),
    find: async (pids) =>
      pids.length === 0 ? [] : parse(await run("ps", [...one, "-o", COLUMNS, "-p", pids.join(",")])),
    bootId: () => readBootId(platform),
  };
}

// An empty heading per column; lstart has a fixed form in the C locale: "Sun Nov 15 20:04:11 2026".
const COLUMNS = "pid=,ppid=,stat=,lstart=,command=";
const LINE = /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(\S+\s+\S+\s+\d+\s+[\d:]+\s+\d+)\s(.*)$/;

function parse(text: string): ProcessInfo[] {
  const found: ProcessInfo[] = [];
  for (const line of text.split("\n")) {
    const [, pid, ppid, stat, started, command = ""] = LINE.exec(line) ?? [];
    if (!pid || !stat || !started) continue;
    const startTime = started.replace(/\s+/g, " ");
    const zombie = stat.startsWith("Z");
    const mark = /(?:^|\s)REEVE_MARK=(\S*)/.exec(command)?.[1] ?? "";
    const keeper = /(?:^|\s)REEVE_KEEPER=(\S*)/.exec(command)?.[1] ?? "";
    found.push({ pid: Number(pid), ppid: Number(ppid), startTime, zombie, mark, keeper });
  }
  return found;
}

/** The uuid of the boot session does not move when the clock is set; the boot time does. */
async function readBootId(platform: NodeJS.Platform): Promise<string> {
  if (platform === "linux") return readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
  const session = await run("sysctl", ["-n", "kern.bootsessionuuid"]);
  return (session || (await run("sysctl", ["-n", "kern.boottime"]))).trim();
}

const OUTPUT_BYTES_MAX = 256 * 1024 * 1024;

/** What it printed; ps exits 1 when a pid is gone, which is an answer. That it could not be run is none. */
function run(program: string, args: readonly string[]): Promise<string> {
  const options = { env: { ...process.env, LC_ALL: "C", TZ: "UTC" }, maxBuffer: OUTPUT_BYTES_MAX };
  return new Promise((resolve, reject) => {
    execFile(program, args, options, (error, stdout) => {
      if (error && typeof error.code !== "number") reject(error);
      else resolve(stdout);
    });
  });
}
