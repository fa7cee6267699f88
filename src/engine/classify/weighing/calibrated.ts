/**
 * How often an answer of this share is right, measured on outputs whose tools were kept out of teaching: see the table in
 * docs/classifier.md. Between the measured places the line between them counts.
 */
import type { Weighed } from "./weigh.ts";

/** Share of rules and words together → how many of a hundred such answers were right. */
const MEASURED: readonly (readonly [number, number])[] = [
  [0, 0.1],
  [0.2, 0.16],
  [0.23, 0.44],
  [0.35, 0.54],
  [0.5, 0.62],
  [0.65, 0.67],
  [0.75, 0.7],
  [0.85, 0.79],
  [0.92, 0.86],
  [0.97, 0.91],
  [0.985, 0.95],
  [0.993, 0.98],
  [1, 0.993],
];

export function calibrated({ share }: Weighed): number {
  const after = MEASURED.findIndex(([place]) => place >= share);
  const [high, highRight] = MEASURED[Math.max(1, after)] ?? [1, 1];
  const [low, lowRight] = MEASURED[Math.max(0, after - 1)] ?? [0, 0];
  const part = high === low ? 0 : (share - low) / (high - low);
  return Math.round((lowRight + (highRight - lowRight) * Math.min(1, Math.max(0, part))) * 100) / 100;
}
