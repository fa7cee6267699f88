/** The learned weights of the signs of a name, read when the first output is. */
import type { SignWeights } from "./rank-subject.ts";
import { SUBJECT_TABLE } from "./subject-table.ts";

let ready: SignWeights | undefined;

export function subjectWeights(): SignWeights {
  ready ??= weightsOf(SUBJECT_TABLE);
  return ready;
}

/** One line per weight in hundredths: `weight<TAB>sign<TAB>sign`. */
function weightsOf(table: string): SignWeights {
  const weights = new Map<string, number>();
  for (const line of table.split("\n")) {
    const [weight = "", ...signs] = line.split("\t");
    for (const sign of signs) weights.set(sign, Number(weight) / 100);
  }
  return weights;
}
