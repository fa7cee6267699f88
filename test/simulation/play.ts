/** Plays one seeded run: chaos first (failures, kills, a person who says anything at any time), then calm until it ends. */

import { isFinal } from "../../src/domain/work/task.ts";
import type { PersonInput } from "../../src/engine/input.ts";
import { loseHost, reboot } from "./host.ts";
import { randomSteering } from "./random-steering.ts";
import { randomTalk } from "./random-talk.ts";
import { World } from "./world.ts";

const CALM_STEPS_MAX = 20_000;

export function play(seed: number, chaosSteps: number): World {
  const world = new World(seed);
  for (let i = 0; i < chaosSteps; i += 1) chaos(world);
  calm(world);
  return world;
}

function chaos(world: World): void {
  const { dice } = world;
  const roll = dice.next();
  if (roll < 0.05) world.killAndReopen();
  else if (roll < 0.12) world.say(randomOrder(world));
  else if (roll < 0.14) world.submit({ type: "clock_jumped", byMs: dice.int(60_000, 40_000_000) });
  else if (roll < 0.15) loseHost(world);
  else if (roll < 0.155) reboot(world);
  else if (roll < 0.16) world.submit({ type: "monitor_failed", monitor: "health", message: "it threw" });
  else if (roll < 0.17) world.network.change(world);
  else if (roll < 0.2) world.submit(randomTalk(world));
  else if (!world.idle) world.perform();
  else if (!world.advance()) reopenIfOver(world);
}

/** Everything that can be done is done, every question answered, until nothing is left. */
function calm(world: World): void {
  world.calm = true;
  world.network.calm();
  for (let i = 0; i < CALM_STEPS_MAX; i += 1) {
    const { state } = world;
    const question = [...state.questions.open.keys()][0];
    const spent = [...state.questions.open.values()].find(({ because }) => because.rule === "budget_exceeded");
    if (!world.idle) world.perform();
    else if (state.run.phase === "ended") return;
    else if (state.run.phase === "paused") world.say({ type: "resume" });
    else if (spent) grantToGang(world, `${spent.because.facts["gang"]}`);
    else if (question !== undefined) world.say({ type: "answer", question, text: world.dice.pick(["go on", "yes"]) });
    else if (!world.advance()) reopenIfOver(world);
  }
  const open = [...world.state.tasks.values()]
    .filter((task) => !isFinal(task.status))
    .map((task) => `${task.id} ${task.status}`);
  throw new Error(`the run does not come to its end: ${world.state.run.phase}, ${open.join(", ")}`);
}

/** Nothing else lets a gang proceed that has used all it may. */
function grantToGang(world: World, gang: string): void {
  const { budget = {} } = world.state.plan.gangs[gang] ?? {};
  const more = Object.fromEntries(Object.keys(budget).map((kind) => [kind, 1_000_000]));
  world.say({ type: "grant", grant: `calm-${world.dice.int(1, 1_000_000)}`, to: `gang:${gang}`, more });
}

/** A run that stands (stopped, halted) is opened again, with a larger budget if that was the reason. */
function reopenIfOver(world: World): void {
  const { run } = world.state;
  if (run.phase !== "stopped" && run.phase !== "halted") return;
  world.open({ ...world.state.settings, budgets: {} });
}

export function randomOrder(world: World): PersonInput {
  const { dice, state } = world;
  if (dice.chance(0.25)) return randomSteering(world);
  const task = dice.pick([...state.tasks.keys()]);
  const question = [...state.questions.open.keys()][0] ?? "q99";
  const replan = [...state.replans.open.keys()][0] ?? "n99";
  return dice.pick<PersonInput>([
    { type: "pause" },
    { type: "resume" },
    { type: "resume" },
    { type: "stop" },
    { type: "retry", task, because: dice.chance(0.8) ? "it is mended" : " " },
    { type: "skip", task, because: "not needed", dependants: dice.pick(["end", "go_on"]) },
    { type: "answer", question, text: "the second one" },
    { type: "answer", question, text: "the first one" },
    { type: "answer", question, text: dice.pick(["go on", "stop", "retry", "yes", "no"]) },
    { type: "tell", task, message: `m${dice.int(1, 9)}`, text: "mind the gap" },
    { type: "approve", replan },
    { type: "reject", replan, because: "not so" },
  ]);
}
