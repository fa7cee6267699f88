/**
 * Learns how much each sign of a name speaks for it being what an output is about: a softmax over the names that each
 * labelled output could be about and "none of them", by gradient steps of falling size in a fixed order.
 */

import type { FailureClass } from "../../src/domain/proof/failure.ts";
import type { Candidate } from "../../src/engine/classify/about/candidates.ts";
import { noneSigns, type SignWeights } from "../../src/engine/classify/about/rank-subject.ts";

export interface SubjectSample {
  readonly class: FailureClass;
  readonly candidates: readonly Candidate[];
  readonly subject: string | null;
  readonly weight: number;
  /** The tool: a sign that few tools show does not carry over. */
  readonly source: string;
}

const ROUNDS = 5;
const STEP = 0.08;
const DECAY = 3e-3;
/** What is about nothing teaches less: a name too many costs less than a name too few. */
const NONE_WEIGHT = 0.2;
/** So many tools must have shown a sign. */
const TOOLS_MIN = 5;
/** Weights closer to nothing are left out of the table. */
const WEIGHT_MIN = 0.05;

export function trainSubjects(samples: readonly SubjectSample[]): SignWeights {
  const rows = samples.flatMap((sample) => [...rowOf(sample), ...rowOf(withoutHelp(sample))]);
  const seenBy = new Map<string, Set<string>>();
  for (const { choices, source } of rows)
    for (const sign of new Set(choices.flatMap((signs) => [...signs])))
      seenBy.set(sign, (seenBy.get(sign) ?? new Set()).add(source));
  const seen = new Map([...seenBy].map(([sign, sources]) => [sign, sources.size]));
  const weights = new Map<string, number>();
  const grown = new Map<string, number>();
  for (let round = 0; round < ROUNDS; round++) for (const row of rows) learn(row, seen, weights, grown);
  return new Map(
    [...weights].filter(([, weight]) => Math.abs(weight) >= WEIGHT_MIN).toSorted(([a], [b]) => (a < b ? -1 : 1)),
  );
}

/** What rules and shapes say of a name. Where they say nothing, the name must be known by how it stands there. */
const HELP = /^(?:before|ruled|chosen|thing|entity|kind|weight)\b/;
const WITHOUT_HELP_WEIGHT = 0.6;

function withoutHelp(sample: SubjectSample): SubjectSample {
  const candidates = sample.candidates.flatMap((each) => {
    const signs = new Set([...each.signs].filter((sign) => !HELP.test(sign)));
    // Known by help alone: as if it had not been named.
    return signs.size <= 2 ? [] : [{ ...each, signs }];
  });
  return { ...sample, candidates, weight: sample.weight * WITHOUT_HELP_WEIGHT };
}

interface Row {
  /** The last is none. */
  readonly choices: readonly ReadonlySet<string>[];
  readonly right: ReadonlySet<number>;
  readonly weight: number;
  readonly source: string;
}

function rowOf({ class: of, candidates, subject, weight, source }: SubjectSample): readonly Row[] {
  const choices = [...candidates.map(({ signs }) => signs), noneSigns(of)];
  if (subject === null)
    return [{ choices, right: new Set([choices.length - 1]), weight: weight * NONE_WEIGHT, source }];
  const right = candidates.flatMap(({ name }, at) => (plain(name) === plain(subject) ? [at] : []));
  return right.length === 0 ? [] : [{ choices, right: new Set(right), weight, source }];
}

function learn(
  { choices, right, weight }: Row,
  seen: ReadonlyMap<string, number>,
  weights: Map<string, number>,
  grown: Map<string, number>,
): void {
  const scores = choices.map((signs) => {
    let score = 0;
    for (const sign of signs) score += weights.get(sign) ?? 0;
    return score;
  });
  const most = Math.max(...scores);
  const likely = scores.map((score) => Math.exp(score - most));
  const all = likely.reduce((sum, each) => sum + each, 0);
  const slopes = new Map<string, number>();
  for (const [at, signs] of choices.entries()) {
    const miss = ((likely[at] ?? 0) / all - (right.has(at) ? 1 / right.size : 0)) * weight;
    if (Math.abs(miss) < 1e-4) continue;
    for (const sign of signs) if ((seen.get(sign) ?? 0) >= TOOLS_MIN) slopes.set(sign, (slopes.get(sign) ?? 0) + miss);
  }
  for (const [sign, slope] of slopes) {
    const now = weights.get(sign) ?? 0;
    const whole = slope + DECAY * now;
    const sum = (grown.get(sign) ?? 1e-2) + whole * whole;
    grown.set(sign, sum);
    weights.set(sign, now - (STEP * whole) / Math.sqrt(sum));
  }
}

function plain(subject: string): string {
  return subject.toLowerCase().replace(/^\.\//, "");
}
