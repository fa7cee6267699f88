/** Whether reeve.yaml and a plan are right: every mistake at once, and what the plan comes to. Starts nothing. */
import type { Mistake } from "../../config/mistakes/mistake.ts";
import { describePlan, type PlanFacts } from "../../plan/describe-plan.ts";
import { loadAffordable, type Standpoint } from "../project/load-affordable.ts";
import { type Project, standardPlan } from "../project/project.ts";

export interface PlanChecked {
  readonly mistakes: readonly Mistake[];
  readonly warnings: readonly Mistake[];
  /** Null where there are mistakes. */
  readonly facts: PlanFacts | null;
}

/** `planFile` as the person named it; undefined: plan.yaml. */
export async function checkPlan(
  project: Project,
  planFile: string | undefined,
  standpoint: Standpoint,
): Promise<PlanChecked> {
  const loaded = await loadAffordable(project, planFile ?? standardPlan(project, standpoint.cwd), standpoint);
  return {
    mistakes: loaded.ok ? [] : loaded.mistakes,
    warnings: loaded.warnings,
    facts: loaded.ok ? describePlan(loaded.value.plan) : null,
  };
}
