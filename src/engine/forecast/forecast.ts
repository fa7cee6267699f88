/**
 * What a plan will come to: tasks, agents started, time and money, each as the median and what nine of ten runs stay below.
 * The plan's graph is played many times with what tasks took before, so many at once as may be; the same seed gives the
 * same forecast. What is not known of some task is unknown for the whole: nothing is made up.
 */
import { popHeap, pushHeap } from "../../basics/heap.ts";
import { seededDice } from "../../basics/seeded-dice.ts";
import { costKey } from "../budget/cost-sum.ts";
import type { Basis, Points } from "./basis.ts";

export interface ForecastTask {
  readonly id: string;
  readonly dependsOn: readonly string[];
  readonly agent: string;
  readonly model: string | null;
}

export interface Spread {
  readonly p50: number;
  readonly p90: number;
}

export interface Forecast {
  readonly tasks: Spread;
  /** How many tasks a run adds to such a plan is known. */
  readonly isGrowthKnown: boolean;
  readonly attempts: Spread | null;
  readonly minutes: Spread | null;
  readonly usd: Spread | null;
  /** Agents of whose tasks too little is known: of their time, and of their money. */
  readonly unknown: { readonly minutes: readonly string[]; readonly usd: readonly string[] };
  /** It was read from so many tasks of earlier runs. */
  readonly samples: number;
}

export interface ForecastWish {
  readonly tasks: readonly ForecastTask[];
  readonly basis: Basis;
  readonly maxParallel: number;
  readonly seed: number;
  /** Tasks that are added to the plan are not guessed: these are all. */
  readonly isWhole?: boolean;
}

const ROUNDS_MAX = 400;
const ROUNDS_MIN = 40;
/** Tasks that are played in all, so that a large plan takes no longer than a moment. */
const PLAYED_MAX = 200_000;

export function forecast(wish: ForecastWish): Forecast {
  const { tasks, basis, isWhole = false } = wish;
  const points = tasks.map(({ agent, model }) => basis.agents[model === null ? agent : costKey(agent, model)]);
  const isGrowthKnown = isWhole || basis.added.length > 0;
  const dice = seededDice(wish.seed);
  const rounds = Math.max(ROUNDS_MIN, Math.min(ROUNDS_MAX, Math.floor(PLAYED_MAX / Math.max(1, tasks.length))));
  const played = Array.from({ length: rounds }, () => playRound(wish, points, dice));
  const unknown = {
    minutes: unknownOf(tasks, points, ({ minutes }) => minutes),
    usd: unknownOf(tasks, points, ({ usd }) => usd),
  };
  const knows = (names: readonly string[]) => tasks.length > 0 && names.length === 0;
  return {
    tasks: spreadOf(played.map((round) => round.tasks)),
    isGrowthKnown,
    attempts: knows(unknown.minutes) ? spreadOf(played.map(({ attempts }) => attempts)) : null,
    minutes: knows(unknown.minutes) ? spreadOf(played.map(({ minutes }) => minutes)) : null,
    usd: knows(unknown.usd) ? spreadOf(played.map(({ usd }) => usd)) : null,
    unknown,
    samples: Object.values(Object.fromEntries(tasks.map(({ agent }, i) => [agent, points[i]?.tasks ?? 0]))).reduce(
      (sum, count) => sum + count,
      0,
    ),
  };
}

interface Round {
  readonly tasks: number;
  readonly attempts: number;
  readonly minutes: number;
  readonly usd: number;
}

function playRound(wish: ForecastWish, points: readonly (Points | undefined)[], dice: () => number): Round {
  const { tasks, basis, maxParallel, isWhole = false } = wish;
  const grown = isWhole ? 0 : Math.round(pick(basis.added, dice) * tasks.length);
  // One that is added is as long and as dear as one that is planned.
  const extra = Array.from({ length: grown }, () => points[Math.floor(dice() * points.length)]);
  const all = [...points, ...extra];
  const minutes = all.map((each) => pick(each?.minutes ?? [], dice));
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  const advisors = isWhole ? 0 : pick(basis.advisorUsd, dice) * tasks.length;
  return {
    tasks: all.length,
    attempts: sum(all.map((each) => pick(each?.attempts ?? [], dice))),
    minutes: makespan(tasks, minutes, maxParallel),
    usd: sum(all.map((each) => pick(each?.usd ?? [], dice))) + advisors,
  };
}

interface Running {
  readonly index: number;
  readonly endsAt: number;
}

/** When the last one ends, if each starts as soon as what it needs is done and there is room. Extra ones need nothing. */
function makespan(tasks: readonly ForecastTask[], minutes: readonly number[], maxParallel: number): number {
  const places = new Map(tasks.map(({ id }, index) => [id, index]));
  const waits = minutes.map(() => 0);
  const dependants: number[][] = minutes.map(() => []);
  tasks.forEach(({ dependsOn }, index) => {
    for (const id of dependsOn) {
      const on = places.get(id);
      if (on === undefined) continue;
      dependants[on]?.push(index);
      waits[index] = (waits[index] ?? 0) + 1;
    }
  });
  const ready = minutes.flatMap((_, index) => (waits[index] === 0 ? [index] : []));
  const running: Running[] = [];
  let now = 0;
  for (let next = 0; next < ready.length || running.length > 0; ) {
    while (next < ready.length && running.length < maxParallel) {
      const index = ready[next] ?? 0;
      next += 1;
      pushHeap(running, { index, endsAt: now + (minutes[index] ?? 0) }, endsSooner);
    }
    const first = popHeap(running, endsSooner);
    if (!first) break;
    now = first.endsAt;
    for (const index of dependants[first.index] ?? []) {
      waits[index] = (waits[index] ?? 0) - 1;
      if (waits[index] === 0) ready.push(index);
    }
  }
  return now;
}

function endsSooner(a: Running, b: Running): boolean {
  return a.endsAt < b.endsAt;
}

function pick(values: readonly number[], dice: () => number): number {
  return values[Math.floor(dice() * values.length)] ?? 0;
}

function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? 0;
  return { p50: at(0.5), p90: at(0.9) };
}

function unknownOf(
  tasks: readonly ForecastTask[],
  points: readonly (Points | undefined)[],
  of: (points: Points) => readonly number[],
): string[] {
  const names = tasks.flatMap(({ agent }, index) => {
    const known = points[index];
    return known && of(known).length > 0 ? [] : [agent];
  });
  return [...new Set(names)];
}
