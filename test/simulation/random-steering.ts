/** What a person says to steer a run, sensible or not: budgets, cuts, tasks of their own, and a plan file that was edited. */
import type { Plan, TaskSpec } from "../../src/domain/spec/plan.ts";
import { CUT_REASONS } from "../../src/domain/work/cut.ts";
import type { PersonInput } from "../../src/engine/input.ts";
import type { World } from "./world.ts";

/** A person has only so many ideas: a run that grows for ever never ends. */
const TASKS_MAX = 40;

export function randomSteering(world: World): PersonInput {
  const { dice, state } = world;
  const target = dice.pick([...state.tasks.keys(), ...Object.keys(state.plan.gangs), "run", "nobody"]);
  const more = dice.pick([{ usd: 1 }, { tokens: 500 }, { minutes: 5 }, { usd: -1 }, {}]);
  const said = dice.pick(["", "not so"]);
  const order = dice.pick<PersonInput>([
    { type: "grant", grant: `g${dice.int(1, 99)}`, to: target, more },
    { type: "cut", target, reason: dice.pick(CUT_REASONS), said },
    { type: "cut", target, reason: dice.pick(CUT_REASONS), said, attempts: [`${target}.1`] },
    edited(world),
    dice.pick<PersonInput>([{ type: "brake", reason: said }, { type: "release" }, { type: "release" }]),
    { type: "ack", question: `q${dice.int(1, 9)}` },
  ]);
  if (state.tasks.size >= TASKS_MAX || !dice.chance(0.2)) return order;
  return { type: "add", task: aTask(world, `mine-${dice.int(1, 9)}`) };
}

function aTask({ dice, state }: World, id: string): TaskSpec {
  const first = [...state.tasks.values()][0]?.spec;
  const dependsOn = dice.chance(0.5) ? [dice.pick([...state.tasks.keys(), "nobody"])] : [];
  const lists = { gates: [], commitments: [], acceptance: [], tags: [], files: [] };
  const agent = dice.chance(0.9) ? (first?.agent ?? "") : "nobody";
  return { id, title: id, prompt: `Do ${id}.`, role: "worker", dependsOn, agent, budget: {}, priority: 0, ...lists };
}

/** Some task says something else than before, is gone, or is new. */
function edited(world: World): PersonInput {
  const { dice, state } = world;
  const before = [...state.tasks.values()].flatMap(({ written, spec, fixes }) =>
    written === "not" || fixes !== null ? [] : [written ?? spec],
  );
  const chosen = dice.pick([...state.tasks.keys()]);
  const change = dice.pick<Partial<TaskSpec> | null>([
    { prompt: `Otherwise ${dice.int(1, 9)}.` },
    { budget: { tokens: dice.int(1, 9_000) } },
    { dependsOn: [dice.pick([...state.tasks.keys()])] },
    { priority: dice.int(0, 9) },
    null,
  ]);
  const tasks = before.flatMap((spec) =>
    spec.id !== chosen ? [spec] : change === null ? [] : [{ ...spec, ...change }],
  );
  const isNew = state.tasks.size < TASKS_MAX && dice.chance(0.2);
  const all = isNew ? [...tasks, aTask(world, `new-${dice.int(1, 9)}`)] : tasks;
  const plan: Plan = { title: state.run.title, gangs: state.plan.gangs, tasks: all, checkpoints: [] };
  return { type: "edit_plan", plan, hash: `h${dice.int(1, 99)}`, budgets: state.settings.budgets };
}
