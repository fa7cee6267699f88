/** A task of a plan as a forecast sees it: who works on it with which model, and after whom. */
import type { TaskSpec } from "../../domain/spec/plan.ts";
import type { Settings } from "../../domain/spec/settings.ts";
import type { ForecastTask } from "./forecast.ts";

export function forecastTask({ agents }: Settings, { id, dependsOn, agent, tier }: TaskSpec): ForecastTask {
  const tiers = agents[agent]?.tiers ?? [];
  const planned = tiers.find(({ name }) => name === tier) ?? tiers[0];
  return { id, dependsOn, agent, model: planned?.model ?? null };
}
