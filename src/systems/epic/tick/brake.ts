/**
 * The brake: looked at before anybody is asked. The same failure again and again, workers that stand still, a reaction
 * that keeps giving up: then the epic halts for its person. Only rows since the last reset count.
 */
import { type EpicBody, FAILURE_CLASSES, type PatternRow } from "../body/epic-body.ts";

const ROWS_LOOKED_AT = 8;
const RECURRING_MIN = 3;
const STALLED_MIN = 2;
const REACT_HALTS_MIN = 2;
const IDLE_MS_MAX = 4 * 60 * 60_000;

/** Why it fires; null: it does not. */
export function brakeReason({ patterns, items }: EpicBody, now: number): string | null {
  const reset = patterns.findLastIndex((row) => row.class === "brake_reset");
  const rows = patterns.slice(reset + 1);
  const recent = rows.slice(-ROWS_LOOKED_AT);
  const recurring = FAILURE_CLASSES.find((name) => countOf(recent, name) >= RECURRING_MIN);
  if (recurring) return `recurring: ${recurring}`;
  const resetAt = Date.parse(patterns[reset]?.tick ?? "");
  const since = (activeAt: number) => (Number.isNaN(resetAt) ? activeAt : Math.max(activeAt, resetAt));
  const stalled = items.filter(
    ({ status, activeAt, fields }) =>
      status === "in_progress" && fields.kind !== "group" && activeAt !== null && now - since(activeAt) > IDLE_MS_MAX,
  );
  if (stalled.length >= STALLED_MIN) return "stalled workers";
  return countOf(rows, "react_halt") >= REACT_HALTS_MIN ? "repeated react halt" : null;
}

function countOf(rows: readonly PatternRow[], name: string): number {
  return rows.filter((row) => row.class === name).length;
}
