/**
 * Which of the names an output could be about it is about: each sign of a name speaks for or against it by a weight that
 * was learned from labelled outputs (`subject-table.ts`), and the name with the most behind it is the subject, unless it
 * has less than what speaks for there being none. It reads no text.
 */
import type { FailureClass } from "../../../domain/proof/failure.ts";
import type { Candidate } from "./candidates.ts";

export type SignWeights = ReadonlyMap<string, number>;

export interface RankedName {
  readonly candidate: Candidate;
  readonly score: number;
  /** How much more speaks for it than for there being none. */
  readonly margin: number;
  /** The signs that spoke most for it. */
  readonly because: readonly string[];
}

const SAID_MAX = 3;

/** What a rule that is certain reads from its own line counts by itself, not only as one sign among many. */
const CERTAIN = "ruled certain named";
const CERTAIN_MORE = 1;

export function rankSubject(
  of: FailureClass,
  candidates: readonly Candidate[],
  weights: SignWeights,
  several: readonly string[],
): RankedName | undefined {
  const none = scoreOf(noneSigns(of, several), weights);
  let best: RankedName | undefined;
  for (const candidate of candidates) {
    const score = scoreOf(candidate.signs, weights);
    if (best === undefined || score > best.score) best = { candidate, score, margin: score - none, because: [] };
  }
  if (best === undefined || best.margin <= 0) return undefined;
  const strongest = [...best.candidate.signs]
    .map((sign) => [sign, weights.get(sign) ?? 0] as const)
    .filter(([, weight]) => weight > 0)
    .toSorted((a, b) => b[1] - a[1]);
  return { ...best, because: strongest.slice(0, SAID_MAX).map(([sign]) => sign) };
}

/** What speaks for it being about nothing that is named. */
export function noneSigns(of: FailureClass, several: readonly string[]): ReadonlySet<string> {
  return new Set(["none", `none ${of}`, ...several]);
}

function scoreOf(signs: ReadonlySet<string>, weights: SignWeights): number {
  let score = signs.has(CERTAIN) ? CERTAIN_MORE : 0;
  for (const sign of signs) score += weights.get(sign) ?? 0;
  return score;
}
