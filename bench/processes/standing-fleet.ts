/**
 * What it costs to supervise 500 agents that sleep: memory of Reeve and of its starter, processor time while nothing
 * happens, and, apart from that, what the keepers cost. Linux only: the figures come from /proc.
 */
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Lab } from "../lab.ts";
import { cpuSeconds, descendants, fileBytes, proportionalBytes, residentBytes } from "../process-figures.ts";

export interface StandingFleet {
  readonly agents: number;
  readonly startSeconds: number;
  readonly reeveBytes: number;
  readonly starterBytes: number;
  /** Of the starter's, those it shares with Reeve: the pages of the node program. */
  readonly sharedBytes: number;
  /** Share of one core, of Reeve and its starter together. */
  readonly idleShare: number;
  readonly keeperBytes: number;
  readonly keeperProcesses: number;
  readonly keeperIdleShare: number;
  readonly stopSeconds: number;
}

const SETTLE_MS = 5_000;
const IDLE_MS = 20_000;

export async function measureStandingFleet(lab: Lab, command: string, agents: number): Promise<StandingFleet> {
  const tasks = Array.from({ length: agents }, (_, at) => `  - { id: t${at}, prompt: Sleep. }`);
  const dir = lab.folder("standing", {
    "reeve.yaml": `agents: { sleeper: { adapter: command, command: [sleep, "100000"] } }\nisolation: none\nmax_parallel: ${agents}\n`,
    "plan.yaml": `tasks:\n${tasks.join("\n")}\n`,
  });
  const before = performance.now();
  const reeve = lab.start([command, "run", "plan.yaml"], { cwd: dir });
  const gone = once(reeve, "exit");
  const pid = reeve.pid ?? 0;
  try {
    await allRun(dir, agents);
    const startSeconds = (performance.now() - before) / 1000;
    await sleep(SETTLE_MS);
    const figures = await lookAt(pid);
    const stopping = performance.now();
    reeve.kill("SIGTERM");
    await gone;
    return { agents, startSeconds, ...figures, stopSeconds: (performance.now() - stopping) / 1000 };
  } finally {
    reeve.kill("SIGKILL");
  }
}

type Look = Omit<StandingFleet, "agents" | "startSeconds" | "stopSeconds">;

async function lookAt(reeve: number): Promise<Look> {
  if (residentBytes(reeve) === 0) throw new Error("the figures of processes come from /proc, and there is none");
  const [, starter = 0, ...keepers] = descendants(reeve);
  const used = (pids: readonly number[]): number => pids.reduce((sum, pid) => sum + cpuSeconds(pid), 0);
  const before = { own: used([reeve, starter]), keepers: used(keepers), at: performance.now() };
  await sleep(IDLE_MS);
  const seconds = (performance.now() - before.at) / 1000;
  return {
    reeveBytes: residentBytes(reeve),
    starterBytes: residentBytes(starter),
    sharedBytes: Math.min(fileBytes(reeve), fileBytes(starter)),
    idleShare: (used([reeve, starter]) - before.own) / seconds,
    keeperBytes: keepers.reduce((sum, pid) => sum + proportionalBytes(pid), 0),
    keeperProcesses: keepers.length,
    keeperIdleShare: (used(keepers) - before.keepers) / seconds,
  };
}

const PATIENCE_MS = 180_000;

/** A keeper writes down the agent's pid when it has started it. */
async function allRun(dir: string, agents: number): Promise<void> {
  const attempts = join(dir, ".reeve", "runs", "r1", "attempts");
  for (const deadline = performance.now() + PATIENCE_MS; performance.now() < deadline; ) {
    if (countAgents(attempts) >= agents) return;
    await sleep(250);
  }
  throw new Error(`${agents} agents did not start within ${PATIENCE_MS / 1000} s`);
}

function countAgents(attempts: string): number {
  try {
    return readdirSync(attempts, { recursive: true }).filter((name) => String(name).endsWith("/agent")).length;
  } catch {
    return 0;
  }
}
