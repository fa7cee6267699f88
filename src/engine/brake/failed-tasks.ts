/** Which tasks of a run count as failed: they ended without being done, or ask because they failed. Looks only. */
import type { Because } from "../../domain/because.ts";
import type { Task } from "../../domain/work/task.ts";
import type { State } from "../state.ts";

export function failedTasks(state: State): Task[] {
  return [...state.tasks.values()].filter((task) => hasFailed(state, task));
}

/** Being blocked is honest, a change of the plan waits for approval, and what a gang may use is all of its tasks': none is a failure. */
const NO_FAILURE: ReadonlySet<Because["rule"]> = new Set([
  "blocked",
  "upstream_ended",
  "person",
  "aborted",
  "replan",
  "budget_exceeded",
]);

/** Nor is a login that has to be seen to: that is one cause, it holds whoever it concerns, and it is asked about already. */
function hasFailed({ questions: { open: questions } }: State, { status, because: why, question }: Task): boolean {
  if (status !== "given_up" && status !== "waiting_for_input") return false;
  if (question !== null && questions.get(question)?.kind === "login") return false;
  return why !== null && !NO_FAILURE.has(why.rule);
}
