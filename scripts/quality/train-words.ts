/**
 * Learns how much each word speaks for each class, from outputs that are labelled: a softmax over the signs of an output,
 * by gradient steps of falling size, in a fixed order, so that the same outputs always give the same table.
 */
import { shuffled } from "./shuffled.ts";

export interface Sample {
  readonly features: ReadonlyMap<string, number>;
  /** What is to be learned: a class, or a class and a restart that is unusual for it. */
  readonly label: string;
  /** How much it counts; outputs of one recipe share the weight of one. */
  readonly weight: number;
}

/** Label → sign → weight. */
export type WordTable = ReadonlyMap<string, ReadonlyMap<string, number>>;

export interface Training {
  readonly rounds: number;
  readonly step: number;
  readonly decay: number;
  /** Signs that fewer outputs have are left out. */
  readonly seenMin: number;
  /** Weights closer to nothing are left out of the table. */
  readonly weightMin: number;
}

const TRAINING: Training = { rounds: 12, step: 5, decay: 1e-4, seenMin: 1, weightMin: 1 };

export function trainWords(
  samples: readonly Sample[],
  { rounds, step, decay, seenMin, weightMin }: Training = TRAINING,
): WordTable {
  const classes = [...new Set(samples.map(({ label }) => label))].toSorted();
  const { rows, known } = indexed(samples, seenMin);
  const weights = new Float64Array(known.length * classes.length);
  const grown = new Float64Array(known.length * classes.length).fill(1e-2);
  const rare = rarity(rows, known.length);
  const learner: Learner = { classes, weights, grown, rare, step, decay };
  for (let round = 0; round < rounds; round++)
    for (const at of shuffled(rows.length, round)) {
      const row = rows[at];
      if (row !== undefined) learn(learner, row);
    }
  return tabled(classes, known, weights, rare, weightMin);
}

interface Learner {
  readonly classes: readonly string[];
  readonly weights: Float64Array;
  /** Of each weight the steps so far: where there were many, the next are small. */
  readonly grown: Float64Array;
  readonly rare: Float64Array;
  readonly step: number;
  readonly decay: number;
}

function learn({ classes, weights, grown, rare, step, decay }: Learner, row: Row): void {
  const likely = softmax(row, weights, classes.length, rare);
  for (const [c, of] of classes.entries()) {
    const miss = ((likely[c] ?? 0) - (of === row.label ? 1 : 0)) * row.weight;
    if (Math.abs(miss) < 1e-4) continue;
    for (const [sign, value] of row.signs) {
      const place = sign * classes.length + c;
      const slope = miss * value * (rare[sign] ?? 1) + decay * (weights[place] ?? 0);
      grown[place] = (grown[place] ?? 0) + slope * slope;
      weights[place] = (weights[place] ?? 0) - (step * slope) / (10 * Math.sqrt(grown[place] ?? 1));
    }
  }
}

interface Row {
  readonly signs: readonly (readonly [number, number])[];
  readonly label: string;
  readonly weight: number;
}

function indexed(
  samples: readonly Sample[],
  seenMin: number,
): { readonly rows: readonly Row[]; readonly known: readonly string[] } {
  const seen = new Map<string, number>();
  for (const { features } of samples) for (const sign of features.keys()) seen.set(sign, (seen.get(sign) ?? 0) + 1);
  const known = [...seen]
    .filter(([, count]) => count >= seenMin)
    .map(([sign]) => sign)
    .toSorted();
  const places = new Map(known.map((sign, place) => [sign, place]));
  const rows = samples.map((sample) => ({
    signs: [...sample.features].flatMap(([sign, value]) => {
      const place = places.get(sign);
      return place === undefined ? [] : [[place, value] as const];
    }),
    label: sample.label,
    weight: sample.weight,
  }));
  return { rows, known };
}

/** What few outputs have says more. */
function rarity(rows: readonly Row[], signs: number): Float64Array {
  const seen = new Float64Array(signs);
  for (const { signs: own } of rows) for (const [sign] of own) seen[sign] = (seen[sign] ?? 0) + 1;
  return seen.map((count) => Math.log((1 + rows.length) / (1 + count)) / 3 + 0.3);
}

function softmax({ signs }: Row, weights: Float64Array, classes: number, rare: Float64Array): Float64Array {
  const scores = new Float64Array(classes);
  for (const [sign, value] of signs) {
    const told = value * (rare[sign] ?? 1);
    for (let c = 0; c < classes; c++) scores[c] = (scores[c] ?? 0) + told * (weights[sign * classes + c] ?? 0);
  }
  const most = Math.max(...scores);
  const grown = scores.map((score) => Math.exp(score - most));
  const all = grown.reduce((sum, each) => sum + each, 0);
  return grown.map((each) => each / all);
}

function tabled(
  classes: readonly string[],
  known: readonly string[],
  weights: Float64Array,
  rare: Float64Array,
  weightMin: number,
): WordTable {
  return new Map(
    classes.map((of, c) => [
      of,
      new Map(
        known.flatMap((sign, place) => {
          const weight = Math.round((weights[place * classes.length + c] ?? 0) * (rare[place] ?? 1) * 10) / 10;
          return Math.abs(weight) < weightMin ? [] : [[sign, weight] as const];
        }),
      ),
    ]),
  );
}
