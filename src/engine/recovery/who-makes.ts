/**
 * Who makes what a failing task misses: the task whose declared files, or whose promised entity, bear the name of the
 * failure's subject. Only a task that may go first without a circle counts.
 */
import type { Failure, FailureClass } from "../../domain/proof/failure.ts";
import type { TaskId } from "../../domain/spec/plan.ts";
import { isFinal, type Task } from "../../domain/work/task.ts";
import { claimedBy } from "../causes/claimed-by.ts";
import { moduleName } from "../causes/path-name.ts";
import { taskOf } from "../lookup.ts";
import type { State } from "../state.ts";
import { dependsOn } from "../task/ends.ts";

/** Failures that say "something is not there, or not as expected", and name it. */
const MISSING: ReadonlySet<FailureClass> = new Set(["import_error", "file_not_found", "schema_mismatch", "type_error"]);

export function makerOf(state: State, task: Task, failure: Failure): { task: TaskId; isDone: boolean } | null {
  if (!MISSING.has(failure.class) || !failure.subject) return null;
  const { subject } = failure;
  const id = claimedBy(moduleName(subject), moduleName, state.derived.fileClaims) ?? promised(state, subject);
  if (id === null || id === task.id || !state.tasks.has(id)) return null;
  const maker = taskOf(state, id);
  const isDone = maker.status === "done";
  // Given up or skipped it will not come; and nobody can wait for somebody who waits for them.
  if ((isFinal(maker.status) && !isDone) || dependsOn(state, maker, task.id)) return null;
  return { task: id, isDone };
}

function promised(state: State, subject: string): TaskId | null {
  const wanted = subject.toLowerCase();
  const entity = state.plan.contract?.entities.find(
    ({ name, table }) => (table ?? name).toLowerCase() === wanted || name.toLowerCase() === wanted,
  );
  return entity?.createdByTask ?? null;
}
