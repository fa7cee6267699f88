/**
 * What a forecast rests on: for each agent and model, what tasks took in earlier runs. Those of this project count first,
 * with the same model before any; where there are too few, those of other projects with the same model. Where there are
 * too few of these too, nothing is known, and nothing is made up.
 */
import { costKey } from "../budget/cost-sum.ts";
import type { RunSample, Sample, TaskSample } from "./samples.ts";

export interface Basis {
  /** By agent and model (`costKey`), or agent alone. */
  readonly agents: Readonly<Record<string, Points>>;
  /** Tasks added for each planned one, run by run; empty: too few runs. */
  readonly added: readonly number[];
  /** Dollars of advisors for each planned task, run by run; empty: unknown. */
  readonly advisorUsd: readonly number[];
}

/** Rising; a few points of each, so that it stays small. Empty: unknown. */
export interface Points {
  readonly minutes: readonly number[];
  readonly attempts: readonly number[];
  readonly usd: readonly number[];
  /** Of so many tasks. */
  readonly tasks: number;
  readonly from: "same_model" | "same_agent" | "other_projects";
}

export const NO_BASIS: Basis = { agents: {}, added: [], advisorUsd: [] };

/** Fewer tell nothing. */
const SAMPLES_MIN = 3;
const POINTS_MAX = 20;

export interface Agents {
  readonly [name: string]: { readonly tiers: readonly { readonly model: string }[] };
}

export function basisOf(samples: readonly Sample[], project: string, agents: Agents): Basis {
  const tasks = samples.filter((sample) => sample.type === "task");
  const points: Record<string, Points> = {};
  for (const [name, { tiers }] of Object.entries(agents)) {
    for (const model of [null, ...tiers.map((tier) => tier.model)]) {
      const found = pointsFor(tasks, project, name, model);
      if (found) points[model === null ? name : costKey(name, model)] = found;
    }
  }
  const runs = samples.filter(
    (sample): sample is RunSample => sample.type === "run" && sample.project === project && sample.planned > 0,
  );
  const priced = runs.flatMap(({ advisorUsd, planned }) => (advisorUsd === null ? [] : [advisorUsd / planned]));
  return {
    agents: points,
    added: enough(runs.map(({ added, planned }) => added / planned)),
    advisorUsd: priced.length === runs.length ? enough(priced) : [],
  };
}

function pointsFor(
  all: readonly TaskSample[],
  project: string,
  agent: string,
  model: string | null,
): Points | undefined {
  const own = all.filter((sample) => sample.project === project && sample.agent === agent);
  const same = own.filter((sample) => sample.model === model);
  if (same.length >= SAMPLES_MIN) return pointsOf(same, "same_model");
  if (own.length >= SAMPLES_MIN) return pointsOf(own, "same_agent");
  // Agents' names are a project's own; models are the same for all.
  const others = model === null ? [] : all.filter((sample) => sample.model === model);
  return others.length >= SAMPLES_MIN ? pointsOf(others, "other_projects") : undefined;
}

function pointsOf(samples: readonly TaskSample[], from: Points["from"]): Points {
  const priced = samples.flatMap(({ usd }) => usd ?? []);
  return {
    minutes: enough(samples.map(({ minutes }) => minutes)),
    attempts: enough(samples.map(({ attempts }) => attempts)),
    usd: enough(priced),
    tasks: samples.length,
    from,
  };
}

/** Rising, and thinned out evenly where there are many. */
function enough(values: readonly number[]): readonly number[] {
  if (values.length < SAMPLES_MIN) return [];
  const sorted = values.toSorted((a, b) => a - b);
  if (sorted.length <= POINTS_MAX) return sorted;
  return Array.from({ length: POINTS_MAX }, (_, i) => {
    const at = Math.round((i * (sorted.length - 1)) / (POINTS_MAX - 1));
    return sorted[at] ?? 0;
  });
}
