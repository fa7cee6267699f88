/** Whether this machine has the disk and the memory that one more agent needs at least: what the brake would halt the run for. */
import type { Failure } from "../../domain/proof/failure.ts";
import type { MachineNeed } from "../../domain/proof/machine-need.ts";
import type { Settings } from "../../domain/spec/settings.ts";
import { DISK_MB, MEMORY_MB } from "./host-watch.ts";
import { diskMbOf, memoryMb } from "./machine-figures.ts";

/** Null: it has, or nobody can tell. A limit of 0 is none. */
export function machineLack(dir: string, { brake }: Settings["policies"]): Failure | null {
  const { diskMb = DISK_MB, memoryMb: memoryMbMin = MEMORY_MB } = brake ?? {};
  return (
    lackOf("disk", "disk space", diskMbOf(dir), diskMb) ?? lackOf("memory", "memory", memoryMb(), memoryMbMin) ?? null
  );
}

function lackOf(machine: MachineNeed, what: string, left: number | null, min: number): Failure | null {
  if (min === 0 || left === null || left >= min) return null;
  const message = `This machine has ${Math.max(0, Math.floor(left))} MB of ${what} left, and ${min} MB have to stay free, so nothing was started.`;
  const kind = machine === "disk" ? "disk_full" : "out_of_memory";
  return { class: kind, restart: "transient", machine, message, evidence: [] };
}
