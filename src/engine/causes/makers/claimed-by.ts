/**
 * Which task makes a file that is missing, by the files the tasks claim: the one place for what is decided in a run and for
 * what is told about it later. A claim that bears the very name wins over one that only ends in it. Nobody, where it could
 * be two.
 */
import type { TaskId } from "../../../domain/spec/plan.ts";

/** File → who claims it, in the plan's order; the first makes it, the others change it. */
type Claims = Iterable<readonly [file: string, by: readonly TaskId[]]>;

/** `nameOf` brings a file's name into the form `name` has. */
export function claimedBy(name: string, nameOf: (file: string) => string, claims: Claims): TaskId | null {
  if (name === "") return null;
  const exact = new Set<TaskId>();
  const close = new Set<TaskId>();
  for (const [file, [first]] of claims) {
    if (first === undefined) continue;
    const made = nameOf(file);
    if (made === name) exact.add(first);
    else if (made.endsWith(`/${name}`) || name.endsWith(`/${made}`)) close.add(first);
  }
  return theOnlyOne(exact.size > 0 ? exact : close);
}

function theOnlyOne(tasks: ReadonlySet<TaskId>): TaskId | null {
  const [one = null] = tasks;
  return tasks.size === 1 ? one : null;
}
