/** Whether reeve.yaml and a plan are right: every mistake at once, and what the plan comes to. Starts nothing. */
import type { Mistake } from "../../config/mistakes/mistake.ts";
import type { Forecast } from "../../engine/forecast/forecast.ts";
import { settingsOf } from "../../engine/settings.ts";
import { describePlan, type PlanFacts } from "../../plan/describe-plan.ts";
import { forecastPlan, readBasis } from "../forecast/forecast-plan.ts";
import type { Loaded } from "../project/load.ts";
import { loadAffordable, type Standpoint } from "../project/load-affordable.ts";
import { type Project, standardPlan } from "../project/project.ts";
import { findBase } from "../run/find-base.ts";
import { warnOfUnproved } from "./warn-of-unproved.ts";
import { warnOfUnready } from "./warn-of-unready.ts";

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
  standpoint: Standpoint & { readonly env: NodeJS.ProcessEnv },
): Promise<PlanChecked> {
  const loaded = await loadAffordable(project, planFile ?? standardPlan(project, standpoint.cwd), standpoint);
  if (!loaded.ok) return { mistakes: loaded.mistakes, warnings: loaded.warnings, facts: null, forecast: null };
  const base = await findBase(project, loaded.value.config, loaded.value.plan);
  const unready = warnOfUnready(project, loaded.value, base, standpoint.env);
  return {
    mistakes: [],
    warnings: [...loaded.warnings, ...unready, ...warnOfUnproved(project, loaded.value, base)],
    facts: describePlan(loaded.value.plan),
    forecast: forecastOf(project, loaded.value),
  };
}

function forecastOf(project: Project, { config, plan }: Loaded): Forecast {
  return forecastPlan(readBasis(project, config), plan, settingsOf(config));
}
