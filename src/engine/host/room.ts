/**
 * How many agents of a run may work at once by what the machine has left: memory, processors, disk, processes. Where it has too little
 * already, who ends is not followed by another; nobody is ended for it. Where no others work one may always start, or a small
 * machine would never do anything. Pure: figures in, a number with its reason out.
 *
 * Agents that think wait for the network and are no load; what they build and test is. Beyond some programs per processor tests
 * begin to miss their time limits, and work fails that nobody did wrong: a busy machine gets no more agents, an overloaded one fewer.
 */
import type { HostFigures, HostLimits, HostRoom } from "../../domain/tree/host-room.ts";

export const HOST_LIMITS: HostLimits = { memoryMb: 500, loadPerCore: 4, diskMb: 500, processes: 100 };

/** So many times the limit: the machine is not only busy. */
const OVERLOADED = 2;

/** What an agent with its tools starts, roughly. */
const PROCESSES_PER_AGENT = 20;

/** Null: there is room for all that the settings allow. */
export function roomIn(figures: HostFigures, limits: HostLimits, wanted: number): HostRoom | null {
  const { here, elsewhere } = figures;
  const tightest = boundsOf(figures, limits).toSorted((a, b) => a.more - b.more)[0];
  if (tightest === undefined) return null;
  // One may always work, unless others do: those come to an end.
  const agents = Math.max(elsewhere === 0 ? 1 : 0, here + tightest.more);
  return agents >= wanted ? null : { agents, scarce: tightest.scarce, left: tightest.left };
}

interface Bound extends Pick<HostRoom, "scarce" | "left"> {
  /** Beside those that work already; below 0: there are too many. */
  readonly more: number;
}

function boundsOf(figures: HostFigures, limits: HostLimits): readonly Bound[] {
  const { memoryMb, promisedMb, agentMb, loadPerCore, diskMb, processesLeft } = figures;
  const bounds: Bound[] = [];
  if (limits.memoryMb > 0) {
    const free = memoryMb - promisedMb;
    const more = Math.floor((free - limits.memoryMb) / Math.max(1, agentMb));
    const left = `${Math.max(0, Math.floor(free))} MB of memory are free, ${limits.memoryMb} MB of it stay so, and an agent takes about ${Math.ceil(agentMb)} MB`;
    bounds.push({ more, scarce: "memory", left });
  }
  if (limits.loadPerCore > 0 && loadPerCore >= limits.loadPerCore) {
    const more = loadPerCore >= OVERLOADED * limits.loadPerCore ? -1 : 0;
    const left = `its load is ${loadPerCore.toFixed(1)} per processor, and from ${limits.loadPerCore} on no more start`;
    bounds.push({ more, scarce: "load", left });
  }
  if (limits.diskMb > 0 && diskMb !== null && diskMb < limits.diskMb)
    bounds.push({ more: -1, scarce: "disk", left: `${Math.floor(diskMb)} MB of disk are free` });
  if (limits.processes > 0 && processesLeft !== null) {
    const more = Math.floor((processesLeft - limits.processes) / PROCESSES_PER_AGENT);
    bounds.push({ more, scarce: "processes", left: `${Math.max(0, processesLeft)} more processes are allowed` });
  }
  return bounds;
}
