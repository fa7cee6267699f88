/**
 * How much each hit counts, best first. Mention is not cause: what only warns, or was tried again, or stands in the report
 * of a failed test counts less; a later line counts a little more than an earlier one.
 */

import type { Hit } from "../hits.ts";
import type { Line, LineKind } from "../lines.ts";
import { STRENGTHS } from "../rule.ts";
import { causeDepths } from "./cause-depth.ts";

export interface Ranked {
  readonly hit: Hit;
  readonly score: number;
}

const LATER_MAX = 8;
const IN_TEST = 50;
/** Where tests failed too, what kept them from running is the cause. */
const ROOT = 10;
const KIND_COST: Readonly<Record<LineKind, number>> = { plain: 0, quoted: 0, warning: 30, notice: 25 };
/** The innermost cause counts more than what wraps it. */
const INNER = 4;
/** Even the poorest hit is better than none. */
const SCORE_MIN = 1;

export function rank(hits: readonly Hit[], lines: readonly Line[]): readonly Ranked[] {
  const testsFailed = hits.some(
    ({ rule }) => rule.class === "test_failure" && STRENGTHS[rule.strength] >= STRENGTHS.strong,
  );
  const depths = causeDepths(lines);
  const ranked = hits.map((hit) => ({ hit, score: scoreOf(hit, lines, testsFailed) + INNER * (depths[hit.at] ?? 0) }));
  // Sorting is stable: of equal scores the earlier rule and line stay first.
  return ranked.sort((one, other) => other.score - one.score);
}

function scoreOf({ rule, at }: Hit, lines: readonly Line[], testsFailed: boolean): number {
  const strength = STRENGTHS[rule.strength];
  const line = lines[at];
  if (line === undefined) return strength;
  const later = (LATER_MAX * (at + 1)) / lines.length;
  if (testsFailed && rule.inTests === true) return strength + later + ROOT - KIND_COST[line.kind];
  const mentioned = testsFailed && rule.class !== "test_failure" && rule.inTests !== true && rule.strength !== "user";
  return Math.max(SCORE_MIN, strength + later - KIND_COST[line.kind] - (mentioned ? IN_TEST : 0));
}
