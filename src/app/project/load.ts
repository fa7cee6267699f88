/**
 * Reads a plan from disk, with reeve.yaml, and checks both whole. All mistakes of both come back at once; nothing is
 * started on a plan that has one.
 */
import { resolve } from "node:path";
import type { Checked } from "../../config/mistakes/mistake.ts";
import type { Config } from "../../domain/spec/config.ts";
import type { Plan } from "../../domain/spec/plan.ts";
import { checkPlanAlone, parsePlan } from "../../plan/parse-plan.ts";
import { withCheckpoints } from "../../plan/with-checkpoints.ts";
import { withCheckpointAgent } from "./checkpoint-agent.ts";
import { completeConfig, hashOf, loadConfig, readText } from "./load-config.ts";
import { type Project, shown } from "./project.ts";

export { loadConfig };

export interface Loaded {
  readonly config: Config;
  readonly plan: Plan;
  /** As the person named it, and the hash of its bytes: tells whether it changed since the run began. */
  readonly planFile: string;
  readonly planHash: string;
}

export function loadPlan(project: Project, planFile: string, cwd: string): Checked<Loaded> {
  const config = loadConfig(project);
  const path = resolve(cwd, planFile);
  const read = readText(path, planFile);
  if (!config.ok) return join2(config, read.ok ? checkPlanAlone(read.value.text, planFile) : read);
  if (!read.ok) return join2(config, read);
  const plan = parsePlan(read.value.text, planFile, config.value);
  if (!plan.ok) return { ...plan, warnings: [...config.warnings, ...plan.warnings] };
  const planHash = hashOf(read.value.text);
  const whole = withCheckpoints(plan.value);
  return {
    ok: true,
    value: {
      config: withCheckpointAgent(config.value, new Set(whole.tasks.map(({ agent }) => agent))),
      plan: whole,
      planFile: shown(path, project.root),
      planHash,
    },
    warnings: [...config.warnings, ...plan.warnings],
  };
}

/** A plan that a program has in its hands. It stands in no file, so no edited file is ever taken for it. */
export function loadDefined(project: Project, defined: Defined): Checked<Loaded> {
  const config = completeConfig(project, defined.config, defined.texts.config);
  if (!config.ok) return config;
  const plan = withCheckpoints(defined.plan);
  return {
    ok: true,
    value: {
      config: withCheckpointAgent(config.value, new Set(plan.tasks.map(({ agent }) => agent))),
      plan,
      planFile: "(library)",
      planHash: hashOf(defined.texts.plan),
    },
    warnings: config.warnings,
  };
}

export interface Defined {
  readonly config: Config;
  readonly plan: Plan;
  readonly texts: { readonly config: string; readonly plan: string };
}

function join2(...parts: readonly Checked<unknown>[]): Checked<never> {
  const mistakes = parts.flatMap((part) => (part.ok ? [] : part.mistakes));
  return { ok: false, mistakes, warnings: parts.flatMap((part) => part.warnings) };
}
