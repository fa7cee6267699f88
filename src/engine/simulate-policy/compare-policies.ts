/** Plays the same runs, with the same luck, under each policy, and puts side by side what they came to. */
import { hashOf } from "./dice.ts";
import { type PlayedRun, playRun, RUN_ENDS, type RunEnd } from "./play-run.ts";
import type { Scene } from "./simulated-world.ts";

export interface Contender extends Scene {
  readonly name: string;
}

export interface Figures {
  readonly policy: string;
  readonly runs: number;
  /** Parts of 1. */
  readonly success: number;
  readonly tasksDone: number;
  readonly usd: MeanAndP90;
  readonly ms: MeanAndP90;
  readonly tokens: MeanAndP90;
  /** Per run. */
  readonly attempts: number;
  readonly fixes: number;
  readonly questions: number;
  readonly halts: number;
  readonly ends: Readonly<Record<RunEnd, number>>;
  /** The first run that did not end done: a number to play it again by, and why. */
  readonly firstNotDone: { readonly seed: number; readonly end: RunEnd; readonly why: string } | null;
}

export interface MeanAndP90 {
  readonly mean: number;
  readonly p90: number;
}

export function comparePolicies(contenders: readonly Contender[], runs: number, seed: number): Figures[] {
  return contenders.map((contender) => {
    const played: PlayedRun[] = [];
    for (let run = 0; run < runs; run += 1) played.push(playRun(contender, runSeed(seed, run)));
    return figuresOf(contender, played, seed);
  });
}

/** The same for every policy. The first run of a seed is the seed itself, so that one run can be played again alone. */
function runSeed(seed: number, run: number): number {
  return run === 0 ? seed : hashOf(seed, `run ${run}`);
}

function figuresOf({ name, plan }: Contender, played: readonly PlayedRun[], seed: number): Figures {
  const ends = Object.fromEntries(RUN_ENDS.map((end) => [end, played.filter((run) => run.end === end).length]));
  const first = played.findIndex(({ end }) => end !== "done");
  const lost = played[first];
  return {
    policy: name,
    runs: played.length,
    success: (ends["done"] ?? 0) / played.length,
    tasksDone: meanOf(played, ({ tasksDone }) => tasksDone) / plan.tasks.length,
    usd: spreadOf(played, ({ usd }) => usd),
    ms: spreadOf(played, ({ ms }) => ms),
    tokens: spreadOf(played, ({ tokens }) => tokens),
    attempts: meanOf(played, ({ attempts }) => attempts),
    fixes: meanOf(played, ({ fixes }) => fixes),
    questions: meanOf(played, ({ questions }) => questions),
    halts: meanOf(played, ({ halts }) => halts),
    ends: ends as Record<RunEnd, number>,
    firstNotDone: lost ? { seed: runSeed(seed, first), end: lost.end, why: lost.why ?? "" } : null,
  };
}

function meanOf(played: readonly PlayedRun[], of: (run: PlayedRun) => number): number {
  return played.reduce((sum, run) => sum + of(run), 0) / played.length;
}

function spreadOf(played: readonly PlayedRun[], of: (run: PlayedRun) => number): MeanAndP90 {
  const sorted = played.map(of).sort((a, b) => a - b);
  return { mean: meanOf(played, of), p90: sorted[Math.ceil(sorted.length * 0.9) - 1] ?? 0 };
}
