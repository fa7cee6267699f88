/**
 * How a planner changes the plan of a simulated run, by chance: mostly what can be (new tasks, others in their place,
 * changed and removed ones), and now and then nonsense.
 */
import { isOfAdvisor } from "../../src/domain/work/advisor.ts";
import type { Outcome } from "../../src/domain/work/outcome.ts";
import type { PlannerTask } from "../../src/domain/work/role-answers.ts";
import { isFinal } from "../../src/domain/work/task.ts";
import type { State } from "../../src/engine/state.ts";
import type { Dice } from "./dice.ts";

export function randomReplan(dice: Dice, state: State, advisor: string): Outcome {
  const about = (isOfAdvisor(advisor) ? state.advisors.asked.get(advisor) : undefined)?.request.about ?? "t0";
  const tasks: PlannerTask[] = [];
  for (let count = dice.int(0, 3); count > 0; count -= 1) tasks.push(randomTask(dice, state, about, tasks));
  const named = new Set(tasks.flatMap(({ id, depends_on = [], replaces = id }) => [id, replaces, ...depends_on]));
  const leaves = notBegun(state).filter((id) => !named.has(id) && !hasDependants(state, id));
  const removed = leaves.length > 0 && dice.chance(0.3) ? [dice.pick(leaves)] : dice.chance(0.05) ? ["t1"] : [];
  const validation = dice.chance(0.1) ? [{ severity: "error", message: "it contradicts itself" } as const] : [];
  return {
    type: "advised",
    role: "planner",
    answer: { tasks, removed_tasks: removed, contract: null, cross_cutting_concerns: [], validation },
  };
}

function randomTask(dice: Dice, state: State, about: string, earlier: readonly PlannerTask[]): PlannerTask {
  const open = notBegun(state).filter((id) => !earlier.some((task) => task.id === id));
  const isNew = open.length === 0 || dice.chance(0.6);
  const id = isNew ? freeId(dice, state, earlier) : dice.pick(open);
  const done = [...state.tasks.values()].filter(({ status }) => status === "done");
  const before = [...earlier.map((task) => task.id), ...done.map((task) => task.id)];
  const on = before.length > 0 && dice.chance(0.5) ? { depends_on: [dice.pick(before)] } : {};
  const wild = dice.chance(0.1) ? { depends_on: [dice.pick([...state.tasks.keys()])] } : {};
  return {
    id,
    prompt: `do ${id} anew`,
    ...on,
    ...wild,
    ...(dice.chance(0.3) && { files: [`f${dice.int(0, 2)}`] }),
    ...(isNew && dice.chance(0.4) && { replaces: about }),
    ...(dice.chance(0.05) && { gates: ["a command nobody wrote"] }),
  };
}

function freeId(dice: Dice, state: State, earlier: readonly PlannerTask[]): string {
  const id = `new${dice.int(0, 99)}`;
  return state.tasks.has(id) || earlier.some((task) => task.id === id) ? freeId(dice, state, earlier) : id;
}

function notBegun({ tasks }: State): string[] {
  const isOpen = [...tasks.values()].filter((task) => task.attempts === 0);
  return isOpen.filter(({ status, fixes }) => !isFinal(status) && fixes === null).map(({ id }) => id);
}

function hasDependants({ derived }: State, id: string): boolean {
  return (derived.dependants.get(id) ?? []).length > 0;
}
