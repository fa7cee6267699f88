/** Which failures are remembered because their cause may be others' too: what the grouping looks at. */

import type { Failure } from "../../domain/proof/failure.ts";
import type { FailureNote } from "../../domain/proof/pattern.ts";
import type { Advisor } from "../../domain/work/advisor.ts";
import type { Task } from "../../domain/work/task.ts";
import { tellingError } from "../causes/history/telling-error.ts";

const TEXT_LENGTH_MAX = 1_500;
const ENTITIES_MAX = 8;

/** Null: a fix is never investigated again, and what passes by itself has no cause to be found. */
export function noteOf(work: Task | Advisor, attempt: string, failure: Failure, at: number): FailureNote | null {
  if (work.kind === "advisor" || work.fixes !== null || failure.restart === "transient") return null;
  const { class: kind, subject, entities, evidence } = failure;
  const text = [tellingError(failure), ...evidence].join("\n").slice(0, TEXT_LENGTH_MAX);
  const about = { ...(subject && { subject }), ...(entities && { entities: entities.slice(0, ENTITIES_MAX) }) };
  return { id: attempt, task: work.id, class: kind, ...about, text, at };
}
