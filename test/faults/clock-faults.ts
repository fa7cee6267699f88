/** A clock that jumps: real agents and a real journal, in this process, so that the clock is the test's. One after the other. */

import { FleetLab } from "../e2e/fleet-lab.ts";
import { atWork, cleanUp, shellProject, UNTIL_GO } from "../e2e/kit.ts";
import { planOf } from "./agents.ts";
import type { Fault } from "./fault.ts";
import type { Happened } from "./row.ts";

export interface ClockFault extends Fault {
  /** By how much the wall clock is set ahead while an agent works; below 0: back. */
  readonly byMs: number;
}

const HOUR_MS = 3_600_000;
/** Long enough for the fleet to look at the clock. */
const BEAT_MS = 5_000;
const GOOD = { exits: [0], asked: 0 };

export const CLOCK_FAULTS: readonly ClockFault[] = [
  { name: "the machine sleeps for eight hours while an agent works", area: "clock", byMs: 8 * HOUR_MS, expect: GOOD },
  {
    name: "the clock is set back by three hours while an agent works",
    area: "clock",
    byMs: -3 * HOUR_MS,
    expect: GOOD,
  },
];

export async function playClockFaults(faults: readonly ClockFault[]): Promise<Happened[]> {
  const all: Happened[] = [];
  for (const fault of faults) all.push(await play(fault));
  return all;
}

async function play({ name, byMs }: ClockFault): Promise<Happened> {
  const project = shellProject(planOf("id: a, budget: { minutes: 60 }"), { "*": UNTIL_GO });
  const lab = new FleetLab(project);
  const end = lab.work();
  await atWork(project, "a");
  lab.time.wallOffsetMs += byMs;
  lab.time.pass(BEAT_MS);
  project.write("go", "");
  const { type } = await end;
  const events = lab.records.flatMap(({ at, events: told, seq }) =>
    told.map((event) => ({ id: `${seq}`, ...event, at })),
  );
  await cleanUp(project);
  return { name, events, exits: [type === "ended" ? 0 : 1], err: type };
}
