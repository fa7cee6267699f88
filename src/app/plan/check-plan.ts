/** Whether reeve.yaml and a plan are right: every mistake at once, and what the plan comes to. Starts nothing. */
import type { Mistake } from "../../config/mistakes/mistake.ts";
import type { Forecast } from "../../engine/forecast/forecast.ts";
import { settingsOf } from "../../engine/settings.ts";
import { describePlan, type PlanFacts } from "../../plan/describe-plan.ts";
import { forecastPlan, readBasis } from "../forecast/forecast-plan.ts";
import type { Loaded } from "../project/load.ts";
import { loadAffordable, type Standpoint } from "../project/load-affordable.ts";
import { type Project, standardPlan } from "../project/project.ts";
import { warnOfUnproved } from "./warn-of-unproved.ts";

export interface PlanChecked {
  readonly mistakes: readonly Mistake[];
  readonly warnings: readonly Mistake[];
  /** Null where there are mistakes. */
  readonly facts: PlanFacts | null;
  /** Null where there are mistakes. */
  readonly forecast: Forecast | null;
}

/** `planFile` as the person named it; undefined: plan.yaml. */
export async function checkPlan(
  project: Project,
  planFile: string | undefined,
  standpoint: Standpoint,
): Promise<PlanChecked> {
  const loaded = await loadAffordable(project, planFile ?? standardPlan(project, standpoint.cwd), standpoint);
  if (!loaded.ok) return { mistakes: loaded.mistakes, warnings: loaded.warnings, facts: null, forecast: null };
  const unproved = await warnOfUnproved(project, loaded.value);
  return {
    mistakes: [],
    warnings: [...loaded.warnings, ...unproved],
    facts: describePlan(loaded.value.plan),
    forecast: forecastOf(project, loaded.value),
  };
}

function forecastOf(project: Project, { config, plan }: Loaded): Forecast {
  return forecastPlan(readBasis(project, config), plan, settingsOf(config));
}
