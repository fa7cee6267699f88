/** What was measured on: processor, memory, system, Node, and what a durable write to this disk costs by itself. */
import { closeSync, fdatasyncSync, openSync, readFileSync, writeSync } from "node:fs";
import { availableParallelism, cpus, loadavg, release, totalmem, type } from "node:os";
import { join } from "node:path";
import { mb, median, ms } from "./figures.ts";

export function describeMachine(dir: string): string {
  const cores = `${availableParallelism()} cores (${cpus()[0]?.model.trim() ?? "unknown"})`;
  const disk = `${fileSystemOf(dir)}, ${ms(syncMs(dir))} per durable write of 4 kB`;
  return `${cores} · ${mb(totalmem())} memory · ${type()} ${release()} · Node ${process.versions.node} · disk: ${disk}`;
}

/** Of the last minute; above the number of cores, others were at work on this machine too. */
export function load(): string {
  return (loadavg()[0] ?? 0).toFixed(1);
}

const WRITES = 50;

function syncMs(dir: string): number {
  const file = openSync(join(dir, "sync"), "w");
  try {
    return median(
      Array.from({ length: WRITES }, () => {
        const before = performance.now();
        writeSync(file, Buffer.alloc(4096));
        fdatasyncSync(file);
        return performance.now() - before;
      }),
    );
  } finally {
    closeSync(file);
  }
}

/** The mount with the longest path above the folder. */
function fileSystemOf(dir: string): string {
  try {
    const mounts = readFileSync("/proc/mounts", "utf8")
      .split("\n")
      .map((line) => line.split(" "))
      .filter(([, at]) => at !== undefined && `${dir}/`.startsWith(at === "/" ? "/" : `${at}/`));
    const [device = "", , kind = "unknown"] =
      mounts.toSorted((a, b) => (b[1] ?? "").length - (a[1] ?? "").length)[0] ?? [];
    return `${kind} on ${device}`;
  } catch {
    return "unknown";
  }
}
