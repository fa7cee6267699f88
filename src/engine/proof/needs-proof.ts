/** Whether there is anything to look at before a task counts as done. */
import type { TaskSpec } from "../../domain/spec/plan.ts";
import type { State } from "../state.ts";

/** In a worktree there always is: what changed. In a shared folder only what the plan asks for. */
export function needsProof({ run }: State, spec: TaskSpec): boolean {
  if (run.base !== null) return true;
  return spec.gates.length + spec.commitments.length + spec.acceptance.length + spec.files.length > 0;
}
