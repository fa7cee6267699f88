/** The real world for use cases: agents, processes, remotes. Each part of it is loaded when it is first asked for. */
import { fileURLToPath } from "node:url";
import type { World } from "../app/world.ts";
import { frozenMs } from "../runtime/time/heart.ts";
import { openServices } from "./services.ts";

export function realWorld(version: string): World {
  const program = [process.execPath, fileURLToPath(new URL("../../bin/reeve.js", import.meta.url))];
  return {
    env: process.env,
    program,
    home: fileURLToPath(new URL("../..", import.meta.url)),
    detach: async (...wish) => (await import("./detach.ts")).detach(program, ...wish, frozenMs() / 1_000),
    openFleet: async (wish) => (await import("./open-fleet.ts")).openFleet(wish, version),
    worktreesUse: async ({ stateDir }, run, entriesMax) =>
      (await import("../effects/workspace/open-workspaces.ts")).worktreesUse(stateDir, run, entriesMax),
    startProject: (project) => openServices(program, frozenMs() / 1_000).startProject(project),
    workRun: (...wish) => openServices(program, frozenMs() / 1_000).workRun(...wish),
    openSurface: async ({ root }) => (await import("../effects/surface/surface.ts")).openSurface(root),
    runCheck: async (...wish) => (await import("./check-tools.ts")).runCheck(...wish),
    askCheck: async (...wish) => (await import("./check-tools.ts")).askCheck(...wish),
    openBoard: async (wish) => (await import("./open-board.ts")).openBoard(wish),
    askEpic: async (wish) => (await import("./ask-epic.ts")).askEpic(wish),
    senderFor: async (...wish) => (await import("./sender-for.ts")).senderFor(...wish),
    propose: async (...wish) => (await import("./ask-planner.ts")).askPlanner(...wish),
  };
}
