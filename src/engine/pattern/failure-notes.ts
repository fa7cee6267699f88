/** Open failures, as far as they may have a cause in common; what the grouping looks at. Part of `evolve`. */
import type { Failure } from "../../domain/failure.ts";
import type { Task } from "../../domain/task.ts";
import type { State } from "../state.ts";

const NOTES_MAX = 100;
const TEXT_LENGTH_MAX = 1_500;

/** A fix is never investigated again, and what passes by itself has no cause to be found. */
export function noteFailure(state: State, task: Task, attempt: string, failure: Failure, at: number): void {
  if (task.fixes !== null || task.advises !== null || failure.restart === "transient") return;
  const { class: kind, subject, message, evidence } = failure;
  const text = [message, ...evidence].join("\n").slice(0, TEXT_LENGTH_MAX);
  state.patterns.failures.push({ id: attempt, task: task.id, class: kind, ...(subject && { subject }), text, at });
  if (state.patterns.failures.length > NOTES_MAX) state.patterns.failures.shift();
}

export function forgetFailures(state: State, task: string): void {
  if (state.patterns.failures.some((note) => note.task === task))
    state.patterns.failures = state.patterns.failures.filter((note) => note.task !== task);
}
