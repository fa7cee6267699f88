/** What a plan will come to, by what tasks of the same agents and models took in earlier runs. Looks; starts nothing. */
import type { Config } from "../../domain/spec/config.ts";
import type { Plan } from "../../domain/spec/plan.ts";
import type { Settings } from "../../domain/spec/settings.ts";
import { type Basis, basisOf } from "../../engine/forecast/basis.ts";
import { type Forecast, forecast } from "../../engine/forecast/forecast.ts";
import { forecastTask } from "../../engine/forecast/forecast-task.ts";
import { type Project, projectName } from "../project/project.ts";
import { knownSamples, sampleFile } from "./sample-file.ts";

export function readBasis(project: Project, config: Config): Basis {
  return basisOf(knownSamples(sampleFile(project, config)), projectName(project), config.agents);
}

/** The same plan with the same history gives the same forecast. */
const SEED = 1;

export function forecastPlan(basis: Basis, plan: Plan, settings: Settings): Forecast {
  const tasks = plan.tasks.map((spec) => forecastTask(settings, spec));
  return forecast({ tasks, basis, maxParallel: settings.maxParallel, seed: SEED });
}
