/** Whether confidence means what it says: of answers with about the same one, how many are right. */
import type { Answered } from "./held-out.ts";

export interface Bin {
  readonly from: number;
  readonly answers: number;
  readonly said: number;
  readonly right: number;
}

const EDGES = [0, 0.3, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 1.01];

export function reliabilityOf(answers: readonly Answered[]): readonly Bin[] {
  return EDGES.slice(0, -1).flatMap((from, at) => {
    const to = EDGES[at + 1] ?? 1;
    const own = answers.filter(({ found }) => found.confidence >= from && found.confidence < to);
    if (own.length === 0) return [];
    const said = own.reduce((sum, { found }) => sum + found.confidence, 0) / own.length;
    const right = own.filter(({ output, found }) => found.class === output.class).length / own.length;
    return [{ from, answers: own.length, said, right }];
  });
}
