/**
 * `plan.yaml` → Plan, complete with every default, or all mistakes at once: the whole plan is checked before any of it
 * starts. Text in, data out; reads no file.
 */

import { checkShape } from "../config/mistakes/check-shape.ts";
import type { Checked } from "../config/mistakes/mistake.ts";
import { openSource } from "../config/yaml/open-source.ts";
import type { Config } from "../domain/spec/config.ts";
import type { Plan } from "../domain/spec/plan.ts";
import { checkAgents } from "./check-agents.ts";
import { checkBudgets } from "./check-budgets.ts";
import { checkNotYet } from "./check-not-yet.ts";
import { checkOrder } from "./check-order.ts";
import { checkReferences } from "./check-references.ts";
import { loosePlan } from "./loose-plan.ts";
import { type PlanFile, planSchema } from "./plan-schema.ts";
import { toPlan } from "./to-plan.ts";

/** Room for ten thousand tasks with prompts of more than a page. */
const LENGTH_MAX = 33_554_432;
const EMPTY_HINT = "add a task: tasks: [{ id: hello, prompt: Say hello }]";

export function parsePlan(text: string, file: string, config: Config): Checked<Plan> {
  return checkWhole(text, file, config, (plan) => toPlan(plan, file, config));
}

/** For when `reeve.yaml` itself is wrong: all that can be told about the plan without it. */
export function checkPlanAlone(text: string, file: string): Checked<undefined> {
  return checkWhole(text, file, undefined, () => undefined);
}

function checkWhole<T>(
  text: string,
  file: string,
  config: Config | undefined,
  build: (plan: PlanFile) => T,
): Checked<T> {
  const opened = openSource(text, file, { lengthMax: LENGTH_MAX, emptyHint: EMPTY_HINT });
  if (!opened.ok) return { ok: false, mistakes: opened.mistakes, warnings: [] };
  const { value, report } = opened;
  const shape = checkShape(planSchema, value, report);
  const loose = loosePlan(value);
  checkReferences(loose, report);
  checkOrder(loose, report);
  checkNotYet(value, config, report);
  if (config) checkAgents(loose, config, report);
  if (config && shape) checkBudgets(shape, config, report);
  return report.finish(() => build(shape ?? planSchema.parse(value)));
}
