/**
 * Who can work items, read from the configuration at this moment. Where no workers are named, every agent is one, except
 * those that judge the work in a role; unless nobody else is there.
 */
import type { Config } from "../../domain/spec/config.ts";
import type { Worker } from "../../systems/epic/dispatch/workers.ts";

export function registryOf({ epic, agents }: Config): readonly Worker[] {
  if (epic.workers.length > 0) return epic.workers;
  const judges = new Set(Object.values(epic.roles).map((role) => role?.agent));
  const others = Object.keys(agents).filter((name) => !judges.has(name));
  return (others.length > 0 ? others : Object.keys(agents)).map((name) => ({
    name,
    agent: name,
    capabilities: [],
    ...{ cost: 3, speed: 3, quality: 3, capacity: 1 },
    sizing: { days: 1, files: 50 },
  }));
}
