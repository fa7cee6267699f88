/** A seeded source of chance: the same seed gives the same case for ever. */
export interface Dice {
  /** In [0, 1). */
  readonly roll: () => number;
  /** A whole number from `min` to `max`, both included. */
  readonly between: (min: number, max: number) => number;
  readonly chance: (probability: number) => boolean;
  readonly pick: <T>(items: readonly [T, ...T[]]) => T;
  readonly maybe: <T>(items: readonly T[]) => T | undefined;
}

export function diceOf(seed: number): Dice {
  let state = seed >>> 0;
  function roll(): number {
    // mulberry32
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  }
  const between = (min: number, max: number) => min + Math.floor(roll() * (max - min + 1));
  return {
    roll,
    between,
    chance: (probability) => roll() < probability,
    pick: (items) => items[between(0, items.length - 1)] ?? items[0],
    maybe: (items) => (items.length === 0 ? undefined : items[between(0, items.length - 1)]),
  };
}
