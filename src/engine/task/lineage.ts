/**
 * What a lineage has used up in all: a task, whoever stands for it since the plan was changed, and the fixes it waited for.
 * Counted from what each of them has used; it decides nothing.
 */
import type { Task } from "../../domain/work/task.ts";
import type { State } from "../state.ts";

/** Retries since a person last spoke about this task. */
export function lineageRetries(state: State, task: Task): number {
  return ownRetries(task) + retriesElsewhere(state, task) - (task.counts.forgiven ?? 0);
}

/** Those that others of its lineage made: a person's word about this task sets them back for it. */
export function retriesElsewhere(state: State, task: Task): number {
  const family = familyOf(state, task).reduce((sum, each) => sum + ownRetries(each), 0) - ownRetries(task);
  if (task.fixes === null) return family + sumOfFixes(state, task);
  const { members = [] } = state.patterns.found.get(task.fixes) ?? {};
  const used = members.flatMap((id) => state.tasks.get(id) ?? []).map((member) => ownFamily(state, member));
  return family + Math.max(0, ...used);
}

export function hasRetryLeft(state: State, task: Task): boolean {
  return lineageRetries(state, task) < state.settings.policies.lineageRetries;
}

function ownFamily(state: State, task: Task): number {
  return familyOf(state, task).reduce((sum, each) => sum + ownRetries(each), 0);
}

function ownRetries({ counts }: Task): number {
  return counts.retries - (counts.inherited ?? 0);
}

function sumOfFixes(state: State, task: Task): number {
  const family = new Set(familyOf(state, task).map(({ id }) => id));
  let sum = 0;
  for (const { members, fix } of state.patterns.found.values()) {
    const made = members.some((id) => family.has(id)) ? state.tasks.get(fix) : undefined;
    if (made) sum += ownRetries(made);
  }
  return sum;
}

/** All that stand for the same task of the plan, that one included. */
function familyOf(state: State, task: Task): Task[] {
  const root = rootOf(state, task);
  return [...state.tasks.values()].filter((each) => rootOf(state, each) === root);
}

function rootOf({ tasks }: State, task: Task): string {
  let root = task.id;
  for (let from = task.origin; from !== null; from = tasks.get(from)?.origin ?? null) root = from;
  return root;
}
