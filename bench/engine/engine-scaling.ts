/**
 * Measured alone in its own process: what the pure engine needs to work a whole plan, per task, for a small plan and one
 * ten times as large. No journal and no agents: scheduling, tree and state only.
 */
import type { Effect } from "../../src/engine/effect.ts";
import type { Input } from "../../src/engine/input.ts";
import { settingsOf } from "../../src/engine/settings.ts";
import type { FleetDefinition } from "../../src/library/define-fleet.ts";
import { runRules } from "../../src/runtime/run/run-rules.ts";
import { median } from "../figures.ts";
import { done, meshed } from "../workload.ts";

const [small = "1000", large = "10000", rounds = "5"] = process.argv.slice(2);
const smallPlan = meshed(Number(small), 50);
const largePlan = meshed(Number(large), 50);

const UNCHANGED = { created: [], modified: [], deleted: [], files: 0, insertions: 0, deletions: 0 };
const NOTHING_FOUND = { commit: null, base: null, changed: UNCHANGED, gates: [] };

// Once for nothing: the compiler is warm for both.
workUs(largePlan);
const times: { readonly smallUs: number; readonly largeUs: number }[] = [];
for (let round = 0; round < Number(rounds); round += 1)
  times.push({ smallUs: perTaskUs(smallPlan, Number(large)), largeUs: perTaskUs(largePlan, Number(large)) });
const smallUs = median(times.map((each) => each.smallUs));
const largeUs = median(times.map((each) => each.largeUs));
console.log(JSON.stringify({ smallUs, largeUs }));

/** Over so many tasks in all, so that both plans are given the same amount of work. */
function perTaskUs(fleet: FleetDefinition, tasks: number): number {
  let us = 0;
  for (let worked = 0; worked < tasks; worked += fleet.plan.tasks.length) us += workUs(fleet);
  return us / tasks;
}

function workUs({ plan, config }: FleetDefinition): number {
  const settings = settingsOf(config);
  const state = runRules.initial();
  const inputs: Input[] = [];
  const submit = (input: Input): void => {
    const { events } = runRules.step(state, { input, at: 1, dice: 0.5, seq: 1 });
    for (const event of events) for (const effect of runRules.react(event, state)) inputs.push(...reports(effect));
  };
  const before = performance.now();
  submit({ type: "create_run", run: "r1", planFile: "plan.yaml", planHash: "", plan, settings, base: null });
  submit({ type: "run_opened", host: "bench", bootId: "", pid: 1, version: "", settings, adopted: [] });
  for (let at = 0; at < inputs.length; at += 1) submit(inputs[at] ?? never());
  if (state.run.verdict !== "done") throw new Error(`the run came to ${state.run.phase}`);
  return (performance.now() - before) * 1000;
}

/** What an agent that takes no time makes of it, and gates that have nothing to say. */
function reports(effect: Effect): Input[] {
  if (effect.type === "verify") {
    const { task, attempt } = effect.order;
    return [{ type: "task_verified", task, attempt, verification: NOTHING_FOUND }];
  }
  if (effect.type === "check_run") return [{ type: "run_checked", head: null, gates: [] }];
  if (effect.type !== "start_attempt") return [];
  const { id: attempt, task } = effect.order;
  return [
    { type: "attempt_claimed", attempt, host: "bench", inputHash: "" },
    { type: "attempt_up", attempt, pid: 1 },
    { type: "attempt_ended", attempt, outcome: done(task), usage: { tokens: 0, usd: 0 } },
  ];
}

function never(): never {
  throw new Error("an input is missing");
}
