/**
 * How often an answer of this share is right, measured on outputs that nobody had seen when the rules were written: see the
 * table in docs/classifier.md. Between the measured places the line between them counts.
 */
import type { Weighed } from "./weigh.ts";

/** Share of rules and words together → how many of a hundred such answers were right at first sight. */
const MEASURED: readonly (readonly [number, number])[] = [
  [0, 0.2],
  [0.3, 0.22],
  [0.43, 0.27],
  [0.58, 0.4],
  [0.72, 0.47],
  [0.83, 0.54],
  [0.91, 0.6],
  [0.957, 0.67],
  [0.978, 0.72],
  [0.99, 0.79],
  [0.9955, 0.82],
  [0.998, 0.85],
  [0.999, 0.88],
  [0.9997, 0.92],
  [0.99995, 0.97],
  [1, 0.99],
];

/** A tool's own error, in words that other tools have too: so many were right where rule and words agreed as far as they can. */
const STRONG_MOST = 0.9;

export function calibrated({ share, best }: Weighed): number {
  const likely = measured(share);
  return best?.hit.rule.strength === "strong" ? Math.min(STRONG_MOST, likely) : likely;
}

function measured(share: number): number {
  const after = MEASURED.findIndex(([place]) => place >= share);
  const [high, highRight] = MEASURED[Math.max(1, after)] ?? [1, 1];
  const [low, lowRight] = MEASURED[Math.max(0, after - 1)] ?? [0, 0];
  const part = high === low ? 0 : (share - low) / (high - low);
  return Math.round((lowRight + (highRight - lowRight) * Math.min(1, Math.max(0, part))) * 100) / 100;
}
