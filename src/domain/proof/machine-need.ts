/**
 * What all work needs of this machine: git, a repository that can be written, room for files and processes, space on its disk, memory.
 * Where one is missing nobody's work has failed. It is held as an address that cannot be reached is.
 */
export const MACHINE_NEEDS = ["git", "repository", "room", "disk", "memory"] as const;
export type MachineNeed = (typeof MACHINE_NEEDS)[number];

const SCHEME = "machine:";

export function machineEndpoint(need: MachineNeed): string {
  return `${SCHEME}${need}`;
}

/** Null: it is an address on a network. */
export function needOf(endpoint: string): MachineNeed | null {
  return MACHINE_NEEDS.find((need) => machineEndpoint(need) === endpoint) ?? null;
}

/** That it passes by itself is not to be expected: a person is asked at once. */
export function needsPerson(need: MachineNeed): boolean {
  return need === "git" || need === "repository";
}
