/** A run of thirty tasks whose agents report something ten times a second, for somebody who watches it. Ends when told to. */
import { setTimeout as sleep } from "node:timers/promises";
import { findProject, makeRun } from "../../src/app/project/project.ts";
import { runRules } from "../../src/runtime/run/run-rules.ts";
import { given } from "../../src/testing/given.ts";

const TASKS = 30;
const [root = "."] = process.argv.slice(2);
const project = findProject(root);
const { state } = given({ tasks: Array.from({ length: TASKS }, (_, n) => `task-${n}`), settings: { maxParallel: 8 } });
const place = await makeRun(project);
const lease = await project.runs.lease(place.id);
if ("heldBy" in lease) throw new Error("the new run is held");
const run = await project.runs.open(lease, { rules: runRules, now: Date.now, dice: Math.random });
const plan = {
  title: "Thirty tasks",
  gangs: {},
  checkpoints: [],
  tasks: [...state.tasks.values()].map(({ spec }) => spec),
};
const { settings } = state;
await run.submit({
  type: "create_run",
  run: place.id,
  planFile: "plan.yaml",
  planHash: "h",
  plan,
  settings,
  base: null,
});
await run.submit({
  type: "run_opened",
  host: "here",
  bootId: "b",
  pid: process.pid,
  version: "0",
  settings,
  adopted: [],
});
await run.submit({ type: "attempt_claimed", attempt: "task-0.1", host: "here", inputHash: "x" });
await run.submit({ type: "attempt_up", attempt: "task-0.1", pid: process.pid });
console.log("ready");
for (let n = 1; ; n += 1) {
  const usage = { tokens: n * 100, usd: n / 1_000 };
  await run.submit({ type: "attempt_progressed", attempt: "task-0.1", usage, activity: `step ${n}`, session: null });
  await sleep(100);
}
