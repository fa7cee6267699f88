/** Which failures are remembered because their cause may be others' too: what the grouping looks at. */

import type { Failure } from "../../domain/proof/failure.ts";
import type { FailureNote } from "../../domain/proof/pattern.ts";
import type { Advisor } from "../../domain/work/advisor.ts";
import type { Task } from "../../domain/work/task.ts";

const TEXT_LENGTH_MAX = 1_500;

/** Null: a fix is never investigated again, and what passes by itself has no cause to be found. */
export function noteOf(work: Task | Advisor, attempt: string, failure: Failure, at: number): FailureNote | null {
  if (work.kind === "advisor" || work.fixes !== null || failure.restart === "transient") return null;
  const { class: kind, subject, message, evidence } = failure;
  const text = [message, ...evidence].join("\n").slice(0, TEXT_LENGTH_MAX);
  return { id: attempt, task: work.id, class: kind, ...(subject && { subject }), text, at };
}
