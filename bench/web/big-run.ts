/** Writes a run with as many tasks and events as asked for, through the real engine and journal: agents that say every step they take. */
import { findProject, makeRun } from "../../src/app/project/project.ts";
import type { Input } from "../../src/engine/input.ts";
import { settingsOf } from "../../src/engine/settings.ts";
import { defineFleet } from "../../src/library/define-fleet.ts";
import { runRules } from "../../src/runtime/run/run-rules.ts";
import { done } from "../workload.ts";

const [root = "", tasksGiven = "1000", eventsGiven = "50000"] = process.argv.slice(2);
const taskCount = Number(tasksGiven);
const stepsEach = Math.ceil(Number(eventsGiven) / taskCount) - 6;
/** So many are at work in the end, so that there is something to look at. */
const AT_WORK = 60;

const tasks = Array.from({ length: taskCount }, (_, n) => {
  const before = n < 50 ? "" : `, depends_on: [t${n - 50}]`;
  return `  - { id: t${n}, agent: ${n % 3 === 0 ? "b" : "a"}, prompt: Do piece ${n}.${before} }`;
});
const config = `agents: { a: { adapter: command, command: [cat] }, b: { adapter: command, command: [cat] } }\nisolation: none\nmax_parallel: 200\n`;
const fleet = defineFleet({ config, plan: `title: A large plan\ntasks:\n${tasks.join("\n")}\n` });
if (!fleet.ok) throw new Error(JSON.stringify(fleet.mistakes));
const settings = settingsOf(fleet.value.config);
const project = findProject(root);
const place = await makeRun(project);
const lease = await project.runs.lease(place.id);
if ("heldBy" in lease) throw new Error("a new run is held");
let at = Date.now() - 8 * 3_600_000;
let events = 0;
const run = await project.runs.open(lease, {
  rules: runRules,
  now: () => (at += 400),
  dice: () => 0.5,
  onCommitted: (record) => {
    events += record.events.length;
  },
});
const submit = (input: Input) => run.submit(input);
await submit({
  type: "create_run",
  run: place.id,
  planFile: "plan.yaml",
  planHash: "h",
  plan: fleet.value.plan,
  settings,
  base: null,
});
await submit({ type: "run_opened", host: "here", bootId: "b", pid: 1, version: "0", settings, adopted: [] });
const worked = new Set<string>();
for (let ended = 0; ended < taskCount - AT_WORK; ) {
  const live = [...(await run.state()).attempts.live.keys()].filter((attempt) => !worked.has(attempt));
  if (live.length === 0) break;
  const round = live.slice(0, taskCount - AT_WORK - ended);
  for (const attempt of round) worked.add(attempt);
  ended += round.length;
  await Promise.all(round.flatMap((attempt) => lifeOf(attempt).map(submit)));
}
await run.close();
await lease.release();
console.log(JSON.stringify({ events }));

/** From its claim to its end, with a word for every step. */
function lifeOf(attempt: string): readonly Input[] {
  const task = attempt.replace(/\.\d+$/, "");
  const steps = Array.from({ length: stepsEach }, (_, n): Input => {
    const usage = { tokens: 1_000 * (n + 1), usd: 0.01 * (n + 1) };
    return { type: "attempt_progressed", attempt, usage, activity: `edits file ${n}`, session: null };
  });
  const usage = { tokens: 1_000 * stepsEach, usd: 0.01 * stepsEach };
  return [
    { type: "attempt_claimed", attempt, host: "here", inputHash: "x" },
    { type: "attempt_up", attempt, pid: 1 },
    ...steps,
    { type: "attempt_ended", attempt, outcome: done(task), usage },
  ];
}
