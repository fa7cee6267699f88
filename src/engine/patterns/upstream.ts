/** Which task of the plan makes what a failure misses, read from the files the tasks claim. Nobody, where it could be two. */
import type { TaskId, TaskSpec } from "../../domain/plan.ts";
import { moduleName, pathName } from "./path-name.ts";
import type { Cause } from "./seen-failure.ts";

export function makerOf(cause: Cause, task: TaskId, tasks: readonly TaskSpec[]): TaskId | null {
  const missing = MISSING.exec(cause.key);
  const name = missing?.[2];
  if (name === undefined || !MISSES.has(cause.kind)) return null;
  const nameOf = missing?.[1] === "file" ? pathName : moduleName;
  const makers = tasks.filter(({ id, files }) => id !== task && files.some((file) => isSame(nameOf(file), name)));
  return makers.length === 1 ? (makers[0]?.id ?? null) : null;
}

const MISSING = /^(?:about )?(module|file|symbol):[^|]*\|(?:of |bare )?([^|]+)$/;
const MISSES: ReadonlySet<Cause["kind"]> = new Set(["missing_foundation", "scaffolding"]);

function isSame(made: string, missing: string): boolean {
  return made === missing || made.endsWith(`/${missing}`) || missing.endsWith(`/${made}`);
}
