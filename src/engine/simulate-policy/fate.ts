/** What one attempt will come to, decided when it starts: what it meets on its way, what it takes, what it costs. */
import type { Fault, Faults, Takes } from "../../domain/spec/faults.ts";
import { type Causes, type Met, meets } from "./causes.ts";
import { type Dice, diceFor, draw } from "./dice.ts";

export interface Fate {
  /** What ends it, what its gates find, what its merge meets: one of each at most. */
  readonly end: Fault | null;
  readonly gate: Fault | null;
  readonly merge: Fault | null;
  /** A shared cause it mends in passing. */
  readonly mends: Fault | null;
  readonly ms: number;
  readonly usd: number;
  readonly tokens: number;
}

export interface Attempting extends Met {
  readonly attempt: string;
  /** Model tiers above the plan's own. */
  readonly raised: number;
}

const MINUTE_MS = 60_000;
/** Nothing happens in no time: a run of attempts that all fail at once would never reach its horizon. */
const LEAST_MS = 1_000;

export function fateOf(faults: Faults, causes: Causes, who: Attempting, seed: number): Fate {
  const found: Record<"end" | "gate" | "merge" | "mends", Fault | null> = {
    end: null,
    gate: null,
    merge: null,
    mends: null,
  };
  faults.faults.forEach((fault, index) => {
    const met = meets(causes, fault, who, diceFor(seed, `${who.attempt} fault ${index}`));
    if (met === "no") return;
    found[met === "mends" ? "mends" : stageOf(fault)] ??= fault;
  });
  const dice = diceFor(seed, `${who.attempt} takes`);
  const takes = takesOf(faults, found.end);
  return {
    ...found,
    ms: Math.max(LEAST_MS, msOf(takes.minutes, dice)),
    usd: draw(takes.usd, dice) * faults.raisedUsdFactor ** who.raised,
    tokens: Math.round(draw(takes.tokens, dice)),
  };
}

export function msOf(minutes: Takes["minutes"], dice: Dice): number {
  return Math.round(draw(minutes, dice) * MINUTE_MS);
}

function stageOf({ how }: Fault): "end" | "gate" | "merge" {
  return how === "gate" || how === "merge" ? how : "end";
}

function takesOf({ attempt }: Faults, fault: Fault | null): Takes {
  return { ...attempt, ...fault?.takes };
}
