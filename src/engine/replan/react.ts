/** What is done about changes of the plan: who is at work and may use more or less is counted by that. */
import { budgetOf } from "../budget/budget-of.ts";
import { nothing, type React } from "../tables.ts";
import type { ReplanEvent } from "./events.ts";

export const react: React<ReplanEvent> = {
  replan_proposed: nothing,
  replan_dropped: nothing,
  plan_changed: ({ changed }, { tasks }) =>
    changed.flatMap(({ id }) => {
      const task = tasks.get(id);
      return task?.attempt ? [{ type: "allow", attempt: task.attempt, budget: budgetOf(task) } as const] : [];
    }),
};
