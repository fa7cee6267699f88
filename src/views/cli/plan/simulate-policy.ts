/**
 * `reeve simulate --faults FILE [--policy FILE,…]`: plays a plan many times in virtual time under each policy and shows
 * side by side what the runs came to. Starts no agent and spends nothing.
 */

import { loadSimulation, type Simulation } from "../../../app/plan/load-simulation.ts";
import { findProject, standardPlan } from "../../../app/project/project.ts";
import { settingsOf } from "../../../engine/settings.ts";
import { comparePolicies } from "../../../engine/simulate-policy/compare-policies.ts";
import { countOf } from "../../words.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { badInput, type CommonOptions, type Io, print, printJson } from "../io.ts";
import { reportMistakes } from "./check.ts";
import { comparisonJson, renderComparison } from "./render-comparison.ts";

export interface SimulatePolicyOptions extends CommonOptions {
  readonly faults?: string;
  readonly policy?: readonly string[];
  readonly plan?: string;
  readonly runs?: number;
  readonly seed?: number;
}

const RUNS = 1_000;
const RUNS_MAX = 100_000;

export function simulatePolicyCommand(io: Io, options: SimulatePolicyOptions): ExitCode {
  const { faults, policy = [], plan, runs = RUNS, seed = 1, json } = options;
  if (faults === undefined)
    return badInput(io, json, "Say what can go wrong: --faults faults.yaml; docs/policy-simulation.md shows one.");
  if (runs > RUNS_MAX) return badInput(io, json, `--runs may be at most ${RUNS_MAX}.`);
  const project = findProject(io.cwd);
  const files = { plan: plan ?? standardPlan(project, io.cwd), faults, policies: policy };
  const loaded = loadSimulation(project, files, io.cwd);
  const mistakes = loaded.ok ? [] : loaded.mistakes;
  reportMistakes(io, mistakes, loaded.warnings);
  if (!loaded.ok) return badInput(io, json, `${countOf(mistakes.length, "mistake")}; nothing was simulated.`);
  const figures = comparePolicies(contendersOf(loaded.value), runs, seed);
  const about = { tasks: loaded.value.plan.tasks.length, runs, seed, faults: loaded.value.faults };
  if (json) printJson(io, comparisonJson(figures, about));
  else print(io, renderComparison(figures, about));
  return EXIT.ok;
}

/** What advisors would answer nobody can know beforehand, so none is asked: the rules decide alone. */
function contendersOf({ plan, faults, policies }: Simulation) {
  return policies.map(({ name, config }) => ({
    name,
    plan,
    faults,
    settings: { ...settingsOf(config), advisors: {} },
    base: config.isolation === "worktree" ? { commit: "base", branch: null } : null,
    verifyParallel: config.workspace.verifyParallel,
  }));
}
