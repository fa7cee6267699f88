/** That something on the network could not be reached, as whoever tried it says. A fact; what follows is decided elsewhere. */
import { type MachineNeed, needOf } from "../proof/machine-need.ts";

export interface Unreached {
  /** Where, as an address without a path: `https://api.example.com`, `tcp://db.example.com:5432`, or `machine:git`. */
  readonly endpoint: string;
  /** Agents whose provider is there; empty: whoever met it needs it, and nobody knows who else. */
  readonly agents: readonly string[];
  /** The system's word for it, like ECONNREFUSED. */
  readonly detail: string;
}

/** As people write it: host, and the port where it is none that goes without saying. */
export function endpointName(endpoint: string): string {
  const need = needOf(endpoint);
  return need === null ? endpoint.replace(/^[a-z]+:\/\//, "") : OF_MACHINE[need];
}

const OF_MACHINE: Readonly<Record<MachineNeed, string>> = {
  git: "git on this machine",
  repository: "the repository",
  room: "room on this machine",
  disk: "disk space",
  memory: "memory",
};
