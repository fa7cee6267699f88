/**
 * Chance from a seed. Each thing that is left to chance has dice of its own, named after it: what one policy does
 * differently changes no draw of anything else, so that policies are compared on the same luck.
 */
import type { Spread } from "../../domain/spec/faults.ts";

/** From 0 to 1, 1 excluded. */
export type Dice = () => number;

/** mulberry32, seeded by a hash (FNV-1a) of seed and name. */
export function diceFor(seed: number, name: string): Dice {
  let state = hashOf(seed, name);
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export function hashOf(seed: number, name: string): number {
  let hash = Math.imul((seed ^ 0x811c9dc5) >>> 0, 0x9e3779b1) >>> 0;
  for (let i = 0; i < name.length; i += 1) hash = Math.imul(hash ^ name.charCodeAt(i), 16_777_619) >>> 0;
  return hash;
}

/** How many standard deviations the value lies above the median that nine in ten stay below. */
const P90_DEVIATIONS = 1.281_551_565_5;

export function draw(spread: Spread, dice: Dice): number {
  switch (spread.kind) {
    case "exact":
      return spread.value;
    case "between":
      return spread.min + (spread.max - spread.min) * dice();
    case "tail":
      return spread.median * Math.exp((Math.log(spread.p90 / spread.median) / P90_DEVIATIONS) * normal(dice));
    default:
      return spread satisfies never;
  }
}

/** Box and Muller. */
function normal(dice: Dice): number {
  return Math.sqrt(-2 * Math.log(1 - dice())) * Math.cos(2 * Math.PI * dice());
}
