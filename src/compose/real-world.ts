/** The real world for use cases: agents, processes, remotes. Each part of it is loaded when it is first asked for. */
import { fileURLToPath } from "node:url";
import type { World } from "../app/world.ts";

export function realWorld(version: string): World {
  const program = [process.execPath, fileURLToPath(new URL("../../bin/reeve.js", import.meta.url))];
  return {
    env: process.env,
    program,
    home: fileURLToPath(new URL("../..", import.meta.url)),
    detach: async (...wish) => (await import("./detach.ts")).detach(program, ...wish),
    openFleet: async (wish) => (await import("./open-fleet.ts")).openFleet(wish, version),
    worktreesUse: async ({ stateDir }, run, entriesMax) =>
      (await import("../effects/workspace/open-workspaces.ts")).worktreesUse(stateDir, run, entriesMax),
    openSurface: async ({ root }) => (await import("../effects/surface/surface.ts")).openSurface(root),
    propose: async (...wish) => (await import("./ask-planner.ts")).askPlanner(...wish),
  };
}
