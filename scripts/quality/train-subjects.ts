/**
 * Learns how much each sign of a name speaks for it being what an output is about: a softmax over the names that each
 * labelled output could be about and "none of them", by gradient steps of falling size in a fixed order.
 */

import type { FailureClass } from "../../src/domain/proof/failure.ts";
import type { Candidate } from "../../src/engine/classify/about/candidates.ts";
import { noneSigns, type SignWeights } from "../../src/engine/classify/about/rank-subject.ts";
import { isSameName, isSameSubject } from "./same-subject.ts";
import { shuffled } from "./shuffled.ts";

export interface SubjectSample {
  readonly class: FailureClass;
  readonly candidates: readonly Candidate[];
  /** Signs that several names share the blame. */
  readonly several: readonly string[];
  readonly subject: string | null | undefined;
  readonly weight: number;
  /** The tool: a sign that few tools show does not carry over. */
  readonly source: string;
}

const ROUNDS = 10;
const STEP = 0.08;
const DECAY = 3e-3;
/** What is about nothing teaches less: a name too many costs less than a name too few. */
const NONE_WEIGHT = 0.3;
/** So many tools must have shown a sign. */
const TOOLS_MIN = 5;
/** Weights closer to nothing are left out of the table. */
const WEIGHT_MIN = 0.05;

/** The mean of the later rounds: single outputs that came last weigh no more than others. */
export function trainSubjects(samples: readonly SubjectSample[]): SignWeights {
  const rows = samples.flatMap((sample) => [...rowOf(sample), ...rowOf(withoutHelp(sample))]);
  const signs = signsOfTools(rows);
  const places = new Map(signs.map((sign, place) => [sign, place]));
  const lessons = rows.map((row) => lessonOf(row, places));
  const learner: Learner = {
    weights: new Float64Array(signs.length),
    grown: new Float64Array(signs.length).fill(1e-2),
  };
  const mean = new Float64Array(signs.length);
  for (let round = 0; round < ROUNDS; round++) {
    for (const at of shuffled(lessons.length, round)) {
      const lesson = lessons[at];
      if (lesson !== undefined) learn(lesson, learner);
    }
    if (round >= ROUNDS / 2)
      for (const [place, weight] of learner.weights.entries()) mean[place] = (mean[place] ?? 0) + weight / (ROUNDS / 2);
  }
  const found = signs.map((sign, place) => [sign, mean[place] ?? 0] as const);
  return new Map(found.filter(([, weight]) => Math.abs(weight) >= WEIGHT_MIN));
}

function signsOfTools(rows: readonly Row[]): readonly string[] {
  const seenBy = new Map<string, Set<string>>();
  for (const { choices, source } of rows)
    for (const signs of choices)
      for (const sign of signs) seenBy.set(sign, (seenBy.get(sign) ?? new Set()).add(source));
  return [...seenBy]
    .filter(([, sources]) => sources.size >= TOOLS_MIN)
    .map(([sign]) => sign)
    .toSorted();
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

function rowOf({ class: of, candidates, several, subject, weight, source }: SubjectSample): readonly Row[] {
  if (subject === undefined) return [];
  const choices = [...candidates.map(({ signs }) => signs), noneSigns(of, several)];
  if (subject === null)
    return [{ choices, right: new Set([choices.length - 1]), weight: weight * NONE_WEIGHT, source }];
  const forms = [isSameName, isSameSubject].map((is) =>
    candidates.flatMap(({ name }, at) => (is(name, subject) ? [at] : [])),
  );
  // As people write it, else as another form of it.
  const right = forms.find((places) => places.length > 0) ?? [];
  return right.length === 0 ? [] : [{ choices, right: new Set(right), weight, source }];
}

interface Lesson {
  readonly choices: readonly Int32Array[];
  readonly right: ReadonlySet<number>;
  readonly weight: number;
}

function lessonOf({ choices, right, weight }: Row, places: ReadonlyMap<string, number>): Lesson {
  const numbered = choices.map((signs) => Int32Array.from([...signs].flatMap((sign) => places.get(sign) ?? [])));
  return { choices: numbered, right, weight };
}

interface Learner {
  readonly weights: Float64Array;
  /** Of each weight the steps so far: where there were many, the next are small. */
  readonly grown: Float64Array;
}

function learn({ choices, right, weight }: Lesson, { weights, grown }: Learner): void {
  const scores = choices.map((signs) => signs.reduce((sum, sign) => sum + (weights[sign] ?? 0), 0));
  const most = Math.max(...scores);
  const likely = scores.map((score) => Math.exp(score - most));
  const all = likely.reduce((sum, each) => sum + each, 0);
  const slopes = new Map<number, number>();
  for (const [at, signs] of choices.entries()) {
    const miss = ((likely[at] ?? 0) / all - (right.has(at) ? 1 / right.size : 0)) * weight;
    if (Math.abs(miss) < 1e-4) continue;
    for (const sign of signs) slopes.set(sign, (slopes.get(sign) ?? 0) + miss);
  }
  for (const [sign, slope] of slopes) {
    const now = weights[sign] ?? 0;
    const whole = slope + DECAY * now;
    const sum = (grown[sign] ?? 0) + whole * whole;
    grown[sign] = sum;
    weights[sign] = now - (STEP * whole) / Math.sqrt(sum);
  }
}
