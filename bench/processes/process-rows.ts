/** What the measurements with real processes come to, as rows: restarts, and a standing fleet. */
import { mb, ms, percent, times } from "../figures.ts";
import type { Lab } from "../lab.ts";
import type { Row } from "../table.ts";
import { measureRestarts } from "./restart-times.ts";
import { measureStandingFleet } from "./standing-fleet.ts";

const RESTARTS = 31;

export async function restartRows(lab: Lab, command: string): Promise<Row[]> {
  const { reeveMs, bareMs, pm2Ms, pm2LeanMs } = await measureRestarts(lab, command, RESTARTS);
  const row = { what: "killed child → replacement runs", reeve: ms(reeveMs) };
  return [
    {
      ...row,
      beside: `bare spawn on exit ${ms(bareMs)}`,
      ratio: times(reeveMs / bareMs),
      target: "≤ 2×",
      met: reeveMs <= 2 * bareMs,
    },
    {
      ...row,
      beside: `pm2 as it comes ${ms(pm2Ms)}`,
      ratio: times(reeveMs / pm2Ms),
      target: "< 1×",
      met: reeveMs < pm2Ms,
    },
    {
      ...row,
      beside: `pm2 without its wrapper ${ms(pm2LeanMs)}`,
      ratio: times(reeveMs / pm2LeanMs),
      target: "",
      met: null,
    },
  ];
}

const AGENTS = 500;

export async function fleetRows(lab: Lab, command: string): Promise<Row[]> {
  const fleet = await measureStandingFleet(lab, command, AGENTS);
  const own = fleet.reeveBytes + fleet.starterBytes;
  const keepers = `${fleet.keeperProcesses} processes of keepers and agents`;
  return [
    {
      what: `memory with ${AGENTS} sleeping agents`,
      reeve: mb(own),
      beside: `Reeve ${mb(fleet.reeveBytes)} + starter ${mb(fleet.starterBytes)}; shared pages once: ${mb(own - fleet.sharedBytes)}`,
      ratio: "",
      target: "< 200 MB",
      met: own < 200e6,
    },
    {
      what: `idle with ${AGENTS} sleeping agents, of one core`,
      reeve: percent(fleet.idleShare),
      beside: `${keepers}: ${percent(fleet.keeperIdleShare)}, ${mb(fleet.keeperBytes)}`,
      ratio: "",
      target: "< 1 %",
      met: fleet.idleShare < 0.01,
    },
    {
      what: `starting and stopping ${AGENTS} agents`,
      reeve: `${fleet.startSeconds.toFixed(1)} s, ${fleet.stopSeconds.toFixed(1)} s`,
      beside: "",
      ratio: "",
      target: "",
      met: null,
    },
  ];
}
