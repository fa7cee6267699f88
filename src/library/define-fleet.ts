/** A plan and its configuration from two texts, checked whole. Nothing is started here. */
import type { Checked } from "../config/mistakes/mistake.ts";
import { parseConfig } from "../config/parse-config.ts";
import type { Config } from "../domain/spec/config.ts";
import type { Plan } from "../domain/spec/plan.ts";
import { checkPlanAlone, parsePlan } from "../plan/parse-plan.ts";

export interface FleetTexts {
  /** In the form of `reeve.yaml`. */
  readonly config: string;
  /** In the form of `plan.yaml`. */
  readonly plan: string;
}

export interface FleetDefinition {
  readonly plan: Plan;
  readonly config: Config;
  /** What both were read from. */
  readonly texts: FleetTexts;
}

/** Checks the texts of the two files; returns all mistakes at once, each with its place. */
export function defineFleet(texts: FleetTexts): Checked<FleetDefinition> {
  const config = parseConfig(texts.config, "reeve.yaml");
  if (!config.ok) {
    const alone = checkPlanAlone(texts.plan, "plan.yaml");
    const more = alone.ok ? [] : alone.mistakes;
    return { ok: false, mistakes: [...config.mistakes, ...more], warnings: [...config.warnings, ...alone.warnings] };
  }
  const plan = parsePlan(texts.plan, "plan.yaml", config.value);
  if (!plan.ok) return plan;
  return {
    ok: true,
    value: { plan: plan.value, config: config.value, texts },
    warnings: [...config.warnings, ...plan.warnings],
  };
}
