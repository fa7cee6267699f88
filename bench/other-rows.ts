/** What the other measurements come to, as rows: restarts, a standing fleet, opening a large run, scheduling, patterns. */
import { spawnSync } from "node:child_process";
import { mb, median, ms, percent, times } from "./figures.ts";
import { measureRestarts } from "./restart-times.ts";
import { measureStandingFleet } from "./standing-fleet.ts";
import type { Row } from "./table.ts";
import type { Workshop } from "./workshop.ts";

const RESTARTS = 31;

export async function restartRows(workshop: Workshop, command: string): Promise<Row[]> {
  const { reeveMs, bareMs, pm2Ms, pm2LeanMs } = await measureRestarts(workshop, command, RESTARTS);
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

export async function fleetRows(workshop: Workshop, command: string): Promise<Row[]> {
  const fleet = await measureStandingFleet(workshop, command, AGENTS);
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

interface Journal {
  readonly events: number;
  readonly records: number;
  readonly replayed: number;
}

const OPENINGS = 5;
const LOOKS = 11;

export async function openRows(workshop: Workshop, command: string): Promise<Row[]> {
  return [...openMillion(workshop), statusRow(workshop, command)];
}

function openMillion(workshop: Workshop): Row[] {
  const root = workshop.folder("million");
  const journal = workshop.measure<Journal>("big-journal.ts", root, 1_000, 1_000_000);
  const openMs = (how: string): number =>
    median(Array.from({ length: OPENINGS }, () => workshop.measure<{ ms: number }>("open-journal.ts", root, how).ms));
  const events = `${journal.events.toLocaleString("en-US")} events`;
  const beside = `${journal.replayed.toLocaleString("en-US")} of ${journal.records.toLocaleString("en-US")} records replayed`;
  return ["read", "write"].map((how) => {
    const took = openMs(how);
    const what = `opening a run of ${events} ${how === "read" ? "to look at it" : "to work on it"}`;
    return { what, reeve: ms(took), beside, ratio: "", target: "< 1 s", met: took < 1000 };
  });
}

function statusRow(workshop: Workshop, command: string): Row {
  const root = workshop.folder("status");
  const journal = workshop.measure<Journal>("big-journal.ts", root, 1_000, 200_000);
  const timeMs = (args: readonly string[]): number => {
    const before = performance.now();
    const { status } = spawnSync(process.execPath, args, { cwd: root, env: workshop.env(), stdio: "ignore" });
    if (status !== 0) throw new Error(`node ${args.join(" ")} ended with ${status}`);
    return performance.now() - before;
  };
  const looks = Array.from({ length: LOOKS }, () => ({
    node: timeMs(["-e", "0"]),
    status: timeMs([command, "status"]),
  }));
  const statusMs = median(looks.map((look) => look.status));
  const nodeMs = median(looks.map((look) => look.node));
  return {
    what: `reeve status, 1,000 tasks, ${journal.events.toLocaleString("en-US")} events`,
    reeve: ms(statusMs),
    beside: `node -e 0 ${ms(nodeMs)}`,
    ratio: times(statusMs / nodeMs),
    target: "< 150 ms",
    met: statusMs < 150,
  };
}

export async function scaleRows(workshop: Workshop): Promise<Row[]> {
  const { smallUs, largeUs } = workshop.measure<{ smallUs: number; largeUs: number }>(
    "engine-scaling.ts",
    1_000,
    10_000,
  );
  const ratio = largeUs / smallUs;
  return [
    {
      what: "engine alone, per task of a 10,000-task plan",
      reeve: `${largeUs.toFixed(1)} µs`,
      beside: `per task of a 1,000-task plan ${smallUs.toFixed(1)} µs`,
      ratio: times(ratio),
      target: "≤ 2×",
      met: ratio <= 2,
    },
  ];
}

export async function patternRows(workshop: Workshop): Promise<Row[]> {
  const { fewMs, manyMs, worstMs } = workshop.measure<{ fewMs: number; manyMs: number; worstMs: number }>(
    "pattern-growth.ts",
    100_000,
    2_000,
  );
  const row = { what: "one more failure grouped, 100,000 known", ratio: times(manyMs / fewMs) };
  return [
    { ...row, reeve: ms(manyMs), beside: `with none known ${ms(fewMs)}`, target: "< 5 ms", met: manyMs < 5 },
    { ...row, what: `${row.what}: the slowest`, reeve: ms(worstMs), beside: "", ratio: "", target: "", met: null },
  ];
}
