/** What the simulated world learns from what the engine decided: which cause a pattern is, and which causes are mended. */

import type { TaskId } from "../../domain/spec/plan.ts";
import type { Event } from "../event.ts";
import { taskOf } from "../lookup.ts";
import { diceFor } from "./dice.ts";
import type { World } from "./simulated-world.ts";

export function learn(world: World, event: Event): void {
  if (event.type === "pattern_found") {
    const [cause] = event.pattern.members
      .map((id) => world.causes.failedBy.get(id))
      .filter((each) => each !== undefined);
    if (cause) world.patternCauses.set(event.pattern.id, cause);
  }
  if (event.type === "task_done") mendBy(world, event.task);
}

/** A fix, who makes what was missing, or who mended it in passing. */
function mendBy({ state, causes, patternCauses, processes, seed }: World, id: TaskId): void {
  const { fixes, attempts } = taskOf(state, id);
  const passing = processes.get(`${id}.${attempts}`)?.fate.mends;
  if (passing) causes.present.delete(passing);
  for (const fault of causes.present) if (fault.shared?.madeBy === id) causes.present.delete(fault);
  const cause = fixes === null ? undefined : patternCauses.get(fixes);
  if (cause && diceFor(seed, `${id} mends`)() < (cause.shared?.mendedByFix ?? 0)) causes.present.delete(cause);
}
