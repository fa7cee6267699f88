/** What must be true after every single step of every simulated run. */
import type { State } from "../../src/domain/state.ts";
import { isFinal } from "../../src/domain/task.ts";
import { nextMove } from "../../src/engine/moves.ts";
import type { World } from "./world.ts";

export function checkInvariants(world: World): void {
  const { state } = world;
  nothingTwice(world);
  everyTaskCanMove(state);
  slotsAreKept(state);
  attemptsAndTasksAgree(state);
}

function nothingTwice({ accepted }: World): void {
  const last = accepted.at(-1);
  if (last !== undefined && accepted.indexOf(last) !== accepted.length - 1)
    throw new Error(`${last} was accepted twice`);
}

/** Throws by itself when a task is stuck. */
function everyTaskCanMove(state: State): void {
  for (const task of state.tasks.values()) {
    if (!isFinal(task.status)) nextMove(state, task);
  }
}

function slotsAreKept(state: State): void {
  const inTree = [...state.tasks.values()].filter((task) => task.path !== null);
  if (inTree.length !== state.derived.inTree)
    throw new Error(`${inTree.length} tasks in the tree, ${state.derived.inTree} counted`);
  if (inTree.length > state.settings.maxParallel)
    throw new Error(`${inTree.length} tasks in ${state.settings.maxParallel} slots`);
  const files = inTree.flatMap((task) => task.spec.files);
  if (new Set(files).size !== files.length) throw new Error(`one file is claimed twice: ${files}`);
  for (const [agent, { parallel }] of Object.entries(state.settings.agents)) {
    const busy = inTree.filter((task) => task.spec.agent === agent).length;
    if (busy > parallel) throw new Error(`${busy} tasks for ${agent}, at most ${parallel}`);
  }
}

function attemptsAndTasksAgree(state: State): void {
  for (const attempt of state.attempts.values()) {
    if (state.tasks.get(attempt.task)?.attempt !== attempt.id)
      throw new Error(`${attempt.id} lives, its task does not know it`);
  }
  for (const task of state.tasks.values()) {
    if (task.attempt !== null && !state.attempts.has(task.attempt)) throw new Error(`${task.id} names a dead attempt`);
    const unmet = task.spec.dependsOn.filter((id) => !state.tasks.get(id)?.released).length;
    if (task.status === "working" && unmet > 0) throw new Error(`${task.id} works before its dependencies`);
  }
}
