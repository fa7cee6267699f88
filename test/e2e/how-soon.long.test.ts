/**
 * How soon what happens is noticed and acted on, each in a real run, beside what is promised: the table in docs/failure-model.md.
 * What is asserted is that it happens; how long it takes is of the machine and is written down.
 */
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Event } from "../../src/engine/event.ts";
import { expectFigures, tableOf } from "../generated-table.ts";
import { until } from "../wait.ts";
import { aProject, aShellProject, atWork, DONE, eventsOf, planOf, UNTIL_GO } from "./kit.ts";
import type { TestProject } from "./project.ts";

const PLACE = {
  page: "failure-model.md",
  begin: "<!-- how soon: written by test/e2e/how-soon.long.test.ts -->",
  end: "<!-- end of how soon -->",
};
/** Says where it is. */
const WORKS = `echo $$ > pid-$REEVE_TASK_ID; ${UNTIL_GO}`;
/** Hears no farewell. */
const STUBBORN = `trap '' TERM INT HUP; ${WORKS}`;
const TASKS = ["a", "b", "c"];
const HELD_STATE = /\) [Tt] /;

type Measure = () => Promise<number>;
const FIGURES: readonly (readonly [what: string, promised: string, measure: Measure])[] = [
  ["an agent's process dies: its end is in the journal", "1 s", () => deathOf((project) => pidOf(project, "a"))],
  ["an agent's keeper dies: its agent is ended, the loss is in the journal", "1 s", () => deathOf(keeperOf)],
  ["`reeve brake`: all agents are gone that do not listen", "2 s", brakeStops],
  ["`reeve brake` with `agents: pause`: all agents are held", "2 s", brakePauses],
  ["a usage limit of unknown length is over: the task is at work", "6 s", limitEnds],
];

test("what happens is noticed and acted on", async () => {
  const rows: string[][] = [];
  for (const [what, promised, measure] of FIGURES) {
    const tookMs = await measure();
    expect([what, Number.isFinite(tookMs)]).toEqual([what, true]);
    rows.push([what, `within ${promised}`, `after ${(Math.max(0, tookMs) / 1_000).toFixed(1)} s`]);
  }
  expectFigures(PLACE, tableOf(["what", "promised", "measured"], rows));
});

/** From the signal to the record. */
async function deathOf(whom: (project: TestProject) => number): Promise<number> {
  const project = aShellProject(planOf("a"), { a: WORKS }, QUICK_ONE);
  const reeve = project.start("run", "plan.yaml");
  await atWork(project, "a");
  const killedAt = Date.now();
  process.kill(whom(project), "SIGKILL");
  await until("the end of the attempt", () => lastOf(project, "attempt_ended") !== undefined);
  const { at = Number.NaN } = lastOf(project, "attempt_ended", 0) ?? {};
  project.write("go", "");
  await reeve.ended;
  return at - killedAt;
}

const QUICK_ONE = "policies: { worker: { restarts: 1, within_s: 3600, backoff: none, grace_s: 600 } }\n";

/** From the record of the order to the record of the last end. */
async function brakeStops(): Promise<number> {
  const project = aShellProject(planOf(...TASKS), { "*": STUBBORN }, QUICK_ONE);
  const reeve = project.start("run", "plan.yaml");
  await atWork(project, ...TASKS);
  project.reeve("brake", "to be measured");
  expect((await reeve.ended).code).toBe(5);
  return (lastOf(project, "attempt_ended")?.at ?? Number.NaN) - (lastOf(project, "run_stopping")?.at ?? Number.NaN);
}

/** From the record of the order until the process table shows all of them held. */
async function brakePauses(): Promise<number> {
  const project = aShellProject(planOf(...TASKS), { "*": STUBBORN }, "policies: { brake: { agents: pause } }\n");
  const reeve = project.start("run", "plan.yaml");
  await atWork(project, ...TASKS);
  const pids = TASKS.map((task) => pidOf(project, task));
  const ordered = project.start("brake", "to be measured").ended;
  await until("all agents to be held", () =>
    pids.every((pid) => HELD_STATE.test(readFileSync(`/proc/${pid}/stat`, "latin1"))),
  );
  const heldAt = Date.now();
  await ordered;
  const { at = Number.NaN } = lastOf(project, "brake_paused") ?? {};
  project.reeve("release");
  project.reeve("release");
  project.write("go", "");
  await reeve.ended;
  return heldAt - at;
}

/** The limit lasts twelve seconds from its first refusal on, and nobody says so. */
async function limitEnds(): Promise<number> {
  const limited = `[ -e since ] || date +%s > since; if [ $(($(date +%s) - $(cat since))) -lt 12 ]; then echo "429 rate limit exceeded" >&2; exit 1; fi; ${DONE}`;
  const project = aProject({
    "reeve.yaml":
      "isolation: none\nagents: { sh: { adapter: command, command: [/bin/sh, ./agent.sh], account: team } }\n",
    "plan.yaml": planOf("a"),
    "agent.sh": limited,
  });
  expect((await project.start("run", "plan.yaml").ended).code).toBe(0);
  const overAt = (Number(project.read("since")) + 12) * 1_000;
  return (lastOf(project, "attempt_started")?.at ?? Number.NaN) - overAt;
}

/** The last one, or the one at this place. */
function lastOf(project: TestProject, type: Event["type"], place = -1): { readonly at: number } | undefined {
  const found = eventsOf(project).filter((event) => event.type === type);
  return found.at(place) as (Event & { readonly at: number }) | undefined;
}

function pidOf(project: TestProject, task: string): number {
  return Number(project.read(`pid-${task}`));
}

function keeperOf(project: TestProject): number {
  const [first] = project
    .leftovers()
    .filter((line) => line.includes("keeper.sh"))
    .map((line) => Number.parseInt(line, 10))
    .sort((a, b) => a - b);
  expect(statSync(join("/proc", String(first))).isDirectory()).toBe(true);
  return first ?? 0;
}
