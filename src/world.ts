/** The real world for the commands that need it: processes, agents, locks. Part of the composition root. */
import { spawn } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { hostname } from "node:os";
import { fileURLToPath } from "node:url";
import { setFlagsFromString } from "node:v8";
import { findDemoAgents } from "./demo-agents.ts";
import { BugError } from "./domain/bug.ts";
import { agentAdapters } from "./effects/agents/adapters/adapters.ts";
import { openProcessHost } from "./effects/agents/host/process-host.ts";
import { readAttemptOutput } from "./effects/agents/output/read-attempt-output.ts";
import { openParked } from "./effects/hygiene/parked.ts";
import { processTable } from "./effects/processes/process-table.ts";
import { openSurface } from "./effects/surface/surface.ts";
import { worktreesUse } from "./effects/workspace/open-workspaces.ts";
import { findAgents } from "./find-agents.ts";
import { agentWarnings } from "./inspect-agents.ts";
import { cryptoDice } from "./journal/dice.ts";
import { openRunCallback } from "./runtime/attempts/callbacks.ts";
import { openRunGateway, pricesFor } from "./runtime/attempts/run-gateway.ts";
import { cleanProject } from "./runtime/clean-project.ts";
import { type RunRunner, runnerOf } from "./runtime/run/run-system.ts";
import { readKnownHistory } from "./runtime/shared-history.ts";
import { realClock } from "./runtime/time/clock.ts";
import type { FleetWish, OpenFleet, World } from "./views/cli/world.ts";
import { findBase, openWorkshop } from "./workshop.ts";

/** What only some commands need is loaded by them. */
export function realWorld(version: string): World {
  staySmall();
  return {
    version,
    env: process.env,
    exclusively: (project, work) => project.runs.exclusively(work),
    openFleet: (wish) => openFleet(wish, version),
    findBase: findBaseAndAgents,
    readOutput: readAttemptOutput,
    detach,
    surface: (project) => openSurface(project.root),
    parked: (project) => openParked(project.root),
    worktreesUse: ({ stateDir }, run, entriesMax) => worktreesUse(stateDir, run, entriesMax),
    clean: cleanProject,
    coherence: async (...asked) => (await import("./inspect-branches.ts")).inspectBranches(...asked),
    contract: async (...asked) => (await import("./inspect-branches.ts")).inspectContract(...asked),
    propose: async (...asked) => (await import("./ask-planner.ts")).askPlanner(...asked),
    inspect: async (...asked) => (await import("./inspect-machine.ts")).inspectMachine(...asked),
    findAgents: (folder) => findAgents(folder, process.env),
    demoAgents: () => findDemoAgents(fileURLToPath(new URL("..", import.meta.url))),
    demo: async (out, options) =>
      (await import("./views/demo/demo.ts")).playDemo({ ...options, out, reeve: [process.execPath, BIN] }),
  };
}

const BIN = fileURLToPath(new URL("../bin/reeve.js", import.meta.url));

/**
 * The part of memory for new values doubles with every rush of work, up to more than all the rest, and is not given
 * back. A small one costs this loop nothing that can be measured, and Reeve is there for days.
 */
function staySmall(): void {
  setFlagsFromString("--semi-space-growth-factor=1");
}

export async function openFleet(wish: FleetWish, version: string): ReturnType<World["openFleet"]> {
  const { project, place, config, settings, wait, stopOnly = false, onRecord, onSentence, teller, onNotice } = wish;
  const lease = await project.runs.lease(place.id);
  if ("heldBy" in lease) return lease;
  const choice = processTable();
  if (!choice.ok) throw new BugError(choice.sentence); // `main` refuses such a machine before it comes to this
  const clock = realClock();
  const price = await pricesFor(config, clock);
  const history = readKnownHistory(project, place, config);
  const runner = runnerOf({
    runs: project.runs,
    lease,
    place,
    project: project.root,
    openWorkshop: (base) => openWorkshop({ project, place, config }, base),
    verifyParallel: config.workspace.verifyParallel,
    settings,
    ...(history && { history }),
    failureRules: config.failures,
    configs: config.agents,
    identity: { host: hostname(), bootId: await choice.table.bootId(), pid: process.pid, version },
    openHost: (listener) =>
      openProcessHost({
        runDir: place.dir,
        adapters: agentAdapters,
        orphanMinutes: settings.policies.orphanMinutes,
        listener,
      }),
    ...(price && { price }),
    ...(price && config.gateway && { openGateway: (heard) => openRunGateway(config, place, clock, price, heard) }),
    ...(config.callback && { openCallback: (desk) => openRunCallback(place, clock, desk) }),
    clock,
    dice: cryptoDice(),
    wait,
    stopOnly,
    patience: { boundMs: config.journal.waitMinutes * 60_000, ...(onNotice && { onNotice }) },
    onRecord,
    ...(teller && { teller }),
    ...(onSentence && { onSentence }),
  });
  return opened(runner, lease.release);
}

function opened(runner: RunRunner, release: () => Promise<void>): OpenFleet {
  return {
    work: async () => {
      try {
        return await runner.work();
      } finally {
        await release();
      }
    },
    order: (input) => runner.order(input),
    force: () => runner.hurry(),
    state: () => runner.state(),
  };
}

/** Before a run begins: what is seen at once of the agents it will use. Only told: a login may lie where Reeve does not look. */
async function findBaseAndAgents(
  ...[project, config, plan]: Parameters<World["findBase"]>
): ReturnType<World["findBase"]> {
  const found = await findBase(project, config, plan);
  if ("unusable" in found) return found;
  const used = new Set(plan.tasks.map(({ agent }) => agent));
  const agents = Object.fromEntries(Object.entries(config.agents).filter(([name]) => used.has(name)));
  const looking = { root: project.root, env: process.env, isTrying: false };
  return { ...found, warnings: [...found.warnings, ...agentWarnings(agents, looking)] };
}

async function detach(args: readonly string[], logFile: string): Promise<{ readonly pid: number }> {
  const log = openSync(logFile, "a");
  try {
    const child = spawn(process.execPath, [BIN, ...args], { detached: true, stdio: ["ignore", log, log] });
    await new Promise((resolve, reject) => child.once("spawn", resolve).once("error", reject));
    child.unref();
    return { pid: child.pid ?? 0 };
  } finally {
    closeSync(log);
  }
}
