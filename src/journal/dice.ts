/** Sources of dice for the journal: numbers from 0 (included) to 1 (excluded), in steps of 2⁻³². */
import { webcrypto } from "node:crypto";

const STEP = 2 ** -32;

/** For earnest runs; drawn from the system in blocks because single draws are slow. */
export function cryptoDice(): () => number {
  const block = new Uint32Array(256);
  let next = block.length;
  return () => {
    if (next === block.length) {
      webcrypto.getRandomValues(block);
      next = 0;
    }
    return (block[next++] ?? 0) * STEP;
  };
}

/** For tests and simulation: the same seed, the same dice (splitmix32). */
export function seededDice(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x9e3779b9) >>> 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) * STEP;
  };
}
