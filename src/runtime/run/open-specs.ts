/** The tasks of a run that are not over, as the plan has them. Looks only. */
import type { TaskSpec } from "../../domain/spec/plan.ts";
import { isFinal } from "../../domain/work/task.ts";
import type { State } from "../../engine/state.ts";

export function openSpecs({ tasks }: State): TaskSpec[] {
  return [...tasks.values()].flatMap(({ status, spec }) => (isFinal(status) ? [] : [spec]));
}
