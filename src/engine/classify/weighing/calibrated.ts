/**
 * How often an answer of this share is right, measured on outputs whose tools were kept out of teaching: see the table in
 * docs/classifier.md. Between the measured places the line between them counts.
 */
import type { Weighed } from "./weigh.ts";

/** Share of rules and words together → how many of a hundred such answers were right. */
const MEASURED: readonly (readonly [number, number])[] = [
  [0, 0.35],
  [0.3, 0.36],
  [0.43, 0.4],
  [0.58, 0.52],
  [0.72, 0.59],
  [0.83, 0.66],
  [0.91, 0.71],
  [0.957, 0.78],
  [0.978, 0.82],
  [0.99, 0.89],
  [0.9955, 0.91],
  [0.998, 0.92],
  [0.999, 0.95],
  [0.9997, 0.96],
  [0.99995, 0.985],
  [1, 0.993],
];

export function calibrated({ share }: Weighed): number {
  const after = MEASURED.findIndex(([place]) => place >= share);
  const [high, highRight] = MEASURED[Math.max(1, after)] ?? [1, 1];
  const [low, lowRight] = MEASURED[Math.max(0, after - 1)] ?? [0, 0];
  const part = high === low ? 0 : (share - low) / (high - low);
  return Math.round((lowRight + (highRight - lowRight) * Math.min(1, Math.max(0, part))) * 100) / 100;
}
