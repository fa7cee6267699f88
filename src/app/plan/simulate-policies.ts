/** Plays a plan many times in virtual time under each policy and tells what the runs came to. Spends nothing. */
import type { Mistake } from "../../config/mistakes/mistake.ts";
import type { Faults } from "../../domain/spec/faults.ts";
import { settingsOf } from "../../engine/settings.ts";
import { comparePolicies, type Figures } from "../../engine/simulate-policy/compare-policies.ts";
import { type Project, standardPlan } from "../project/project.ts";
import { granted, type Reply, refused } from "../reply.ts";
import { loadSimulation, type Simulation } from "./load-simulation.ts";

export interface SimulateWish {
  readonly cwd: string;
  /** What can go wrong, how often. */
  readonly faults: string | undefined;
  /** None: the project's own reeve.yaml is played. */
  readonly policies: readonly string[];
  /** Undefined: plan.yaml. */
  readonly plan: string | undefined;
  readonly runs?: number | undefined;
  /** The same number gives the same figures. */
  readonly seed?: number | undefined;
}

export interface Simulated {
  readonly figures: readonly Figures[];
  readonly tasks: number;
  readonly runs: number;
  readonly seed: number;
  readonly faults: Faults;
  readonly warnings: readonly Mistake[];
}

const RUNS = 1_000;
const RUNS_MAX = 100_000;

export function simulatePolicies(project: Project, wish: SimulateWish): Reply<Simulated> {
  const { cwd, faults, policies, plan, runs = RUNS, seed = 1 } = wish;
  if (faults === undefined) return refused({ what: "no_faults" });
  if (runs > RUNS_MAX) return refused({ what: "too_many_runs", max: RUNS_MAX });
  const loaded = loadSimulation(project, { plan: plan ?? standardPlan(project, cwd), faults, policies }, cwd);
  const { warnings } = loaded;
  if (!loaded.ok) return refused({ what: "mistakes", mistakes: loaded.mistakes, warnings, kept: "simulate" });
  const figures = comparePolicies(contendersOf(loaded.value), runs, seed);
  return granted({ figures, tasks: loaded.value.plan.tasks.length, runs, seed, faults: loaded.value.faults, warnings });
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
