/**
 * From the end of a killed child to its replacement running: Reeve (keeper, journal and all), a bare loop, pm2. All
 * stand ready at the same time and are asked in turn, so that all meet the same machine. The child itself writes
 * down when it runs; the clock is the system's, the same in all processes.
 */
import type { StdioOptions } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { median } from "../figures.ts";
import { type Lab, stop } from "../lab.ts";

export interface RestartTimes {
  readonly reeveMs: number;
  readonly bareMs: number;
  readonly pm2Ms: number;
  /** Without what it does beyond supervising. */
  readonly pm2LeanMs: number;
}

const WARM_ROUNDS = 3;
const PAUSE_MS = 60;

export async function measureRestarts(lab: Lab, reeve: string, rounds: number): Promise<RestartTimes> {
  const running: Supervised[] = [];
  try {
    for (const start of [startReeve, startBare, startPm2, startPm2Lean]) running.push(await start(lab, reeve));
    const timesMs = running.map((): number[] => []);
    for (let round = -WARM_ROUNDS; round < rounds; round += 1) {
      for (const [at, supervised] of running.entries()) {
        const tookMs = await killAndWait(supervised.log);
        if (round >= 0) timesMs[at]?.push(tookMs);
        await sleep(PAUSE_MS);
      }
    }
    const [reeveMs = 0, bareMs = 0, pm2Ms = 0, pm2LeanMs = 0] = timesMs.map(median);
    return { reeveMs, bareMs, pm2Ms, pm2LeanMs };
  } finally {
    for (const supervised of running) await supervised.end();
  }
}

interface Supervised {
  readonly log: string;
  readonly end: () => Promise<void>;
}

/** Without walls: behind them the child has another number than the one it would be killed by. */
async function startReeve(lab: Lab, reeve: string): Promise<Supervised> {
  const child = JSON.stringify([process.execPath, program("./restarted-child.js")]);
  const dir = lab.folder("restart-reeve", {
    "reeve.yaml": `agents: { child: { adapter: command, command: ${child} } }
isolation: none
sandbox: off
policies: { worker: { restarts: unlimited, backoff: none }, attempts_max: 10000 }
`,
    "plan.yaml": "tasks:\n  - { id: stay, prompt: Stay. }\n",
  });
  return supervised(lab, dir, [reeve, "run", "plan.yaml"], {});
}

async function startBare(lab: Lab): Promise<Supervised> {
  return supervised(lab, lab.folder("restart-bare"), [program("./restart-bare.ts")], {});
}

async function startPm2(lab: Lab, _reeve: string, how = "as it comes"): Promise<Supervised> {
  const dir = lab.folder("pm2");
  return supervised(lab, dir, [program("../peers/pm2.js"), how], { PM2_HOME: dir }, "pipe");
}

async function startPm2Lean(lab: Lab, reeve: string): Promise<Supervised> {
  return startPm2(lab, reeve, "lean");
}

async function supervised(
  lab: Lab,
  dir: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  stdin: "ignore" | "pipe" = "ignore",
): Promise<Supervised> {
  const log = join(dir, "runs.log");
  writeFileSync(log, "");
  const stdio: StdioOptions = [stdin, "ignore", "ignore"];
  const supervisor = lab.start(args, { cwd: dir, stdio, env: { ...env, BENCH_LOG: log } });
  await runs(log, 1);
  return { log, end: () => stop(supervisor) };
}

/** Kills the one that runs now; how long until the next one ran. */
async function killAndWait(log: string): Promise<number> {
  const before = readRuns(log);
  const killedAt = process.hrtime.bigint();
  process.kill(before.at(-1)?.pid ?? 0, "SIGKILL");
  const next = await runs(log, before.length + 1);
  return Number((next.at(-1)?.at ?? 0n) - killedAt) / 1e6;
}

const LOOK_MS = 5;
const PATIENCE_MS = 30_000;

async function runs(log: string, count: number): Promise<Run[]> {
  const deadline = performance.now() + PATIENCE_MS;
  while (performance.now() < deadline) {
    const found = readRuns(log);
    if (found.length >= count) return found;
    await sleep(LOOK_MS);
  }
  throw new Error(`no child ran within ${PATIENCE_MS} ms, see ${log}`);
}

interface Run {
  readonly pid: number;
  readonly at: bigint;
}

function readRuns(log: string): Run[] {
  const lines = readFileSync(log, "utf8").split("\n").slice(0, -1);
  return lines.map((line) => {
    const [pid = "", at = ""] = line.split(" ");
    return { pid: Number(pid), at: BigInt(at) };
  });
}

function program(name: string): string {
  return fileURLToPath(new URL(name, import.meta.url));
}
