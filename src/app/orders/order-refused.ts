/** The engine's refusal of an order with the facts of its run, and the task that may have been meant. */
import { createSuggest } from "../../basics/suggest.ts";
import type { Refusal } from "../../engine/input.ts";
import type { State } from "../../engine/state.ts";
import { type Refused, refused } from "../reply.ts";

export function orderRefused({ run, tasks, plan }: State, refusal: Refusal): Refused {
  const suggest = createSuggest();
  const near =
    refusal.what === "unknown_task"
      ? suggest(refusal.task, tasks.keys())
      : refusal.what === "unknown_target"
        ? suggest(refusal.name, [...tasks.keys(), ...Object.keys(plan.gangs)])
        : undefined;
  return refused({ what: "order_refused", refusal, run: run.id, planFile: run.planFile, near: near ?? null });
}

export function unknownTask(state: State, task: string): Refused {
  return orderRefused(state, { what: "unknown_task", task });
}
