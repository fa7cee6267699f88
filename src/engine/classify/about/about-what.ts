/**
 * What an output is about, of all that it names, and why. What a rule of reeve.yaml names counts as it is; else the name
 * that the signs speak most for. A subject that is plainly
 * named comes first among what is named, so that causes can meet by it; one that is not is left out there.
 */

import type { Named } from "../entities/read-entities.ts";
import { type Candidate, candidatesOf, type Told } from "./candidates.ts";
import { rankSubject, type SignWeights } from "./rank-subject.ts";
import { severalIn } from "./several.ts";
import { subjectWeights } from "./subject-weights.ts";

export interface About {
  readonly named: readonly Named[];
  readonly subject: string | undefined;
  readonly because: string;
}

export function aboutWhat(told: Told, weights: SignWeights = subjectWeights()): About {
  const { named } = told;
  if (told.byUser) return byUser(told);
  const best = rankSubject(told.class, candidatesOf(told), weights, severalIn(told));
  if (best === undefined) return { named, subject: undefined, because: NOTHING };
  const { candidate, because } = best;
  const others = named.filter(({ name }) => name !== candidate.name);
  const own: Named = { kind: candidate.kind, name: candidate.name, at: candidate.at, weight: SUBJECT_WEIGHT };
  return {
    named: best.margin >= PLAIN_MARGIN ? [own, ...others] : others,
    subject: candidate.name,
    because: `the ${candidate.kind} ${candidate.name} is named ${whereOf(candidate, told)} (${because.join(", ")})`,
  };
}

/** From here on nineteen of twenty are right. What is named less plainly is told, but no cause is shared because of it. */
const PLAIN_MARGIN = 2.5;
/** Before everything else that is named. */
const SUBJECT_WEIGHT = 4;

function byUser({ named, ruled, telling }: Told): About {
  if (ruled === undefined) return { named, subject: undefined, because: NOTHING };
  const own: Named = { kind: "setting", name: ruled, at: telling[0] ?? 0, weight: SUBJECT_WEIGHT };
  return { named: [own, ...named], subject: ruled, because: "your rule names it" };
}

const NOTHING = "nothing is named";

function whereOf({ at }: Candidate, { telling }: Told): string {
  return telling.includes(at) ? "in the line that tells the class" : "near the lines that tell the class";
}
