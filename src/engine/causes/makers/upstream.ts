/** Which task of the plan makes what a failure's cause misses. Who that is by name, `claimed-by.ts` says. */
import type { TaskId, TaskSpec } from "../../../domain/spec/plan.ts";
import { moduleName, pathName } from "../names/path-name.ts";
import type { Cause } from "../seen-failure.ts";
import { claimedBy } from "./claimed-by.ts";

export function upstreamOf(cause: Cause, task: TaskId, tasks: readonly TaskSpec[]): TaskId | null {
  const missing = MISSING.exec(cause.key);
  const name = missing?.[2];
  if (name === undefined || !MISSES.has(cause.kind)) return null;
  const maker = claimedBy(name, missing?.[1] === "file" ? pathName : moduleName, claimsOf(tasks));
  return maker === task ? null : maker;
}

const MISSING = /^(?:about )?(module|file|symbol):[^|]*\|(?:of |bare )?([^|]+)$/;
const MISSES: ReadonlySet<Cause["kind"]> = new Set(["missing_foundation", "scaffolding"]);

function claimsOf(tasks: readonly TaskSpec[]): Map<string, TaskId[]> {
  const claims = new Map<string, TaskId[]>();
  for (const { id, files } of tasks) {
    for (const file of files) claims.set(file, [...(claims.get(file) ?? []), id]);
  }
  return claims;
}
