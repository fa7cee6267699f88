/** How many tasks may still come into a run without a person's word: fixes, and changes of the plan that nobody approves. */
import { ADDED_TASKS } from "../settings.ts";
import type { State } from "../state.ts";

export function growthLeft({ settings: { policies }, replans: { added } }: State): number {
  return Math.max(0, (policies.addedTasks ?? ADDED_TASKS) - added);
}
