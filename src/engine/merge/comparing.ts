/**
 * Whose turn it is to be merged, and whether its work has to be laid beside the others first. Reads the state; decides
 * nothing about what is found.
 */

import type { CompareOrder } from "../../domain/proof/compare.ts";
import type { TaskId } from "../../domain/spec/plan.ts";
import { attemptId } from "../../domain/work/attempt.ts";
import { dependenciesOf, isFinal, type Task } from "../../domain/work/task.ts";
import { taskOf } from "../lookup.ts";
import type { State } from "../state.ts";

/** Serial: the one that may be merged by now, else the first that waits for nothing else. Null: nobody may. */
export function nextMerge(state: State): Task | null {
  if (state.merge.coherence.frozen !== null) return null;
  let first: Task | null = null;
  for (const id of state.merge.queue) {
    const task = taskOf(state, id);
    // Its merge may have begun: nobody gets before it.
    if (task.commit !== null && task.compared === task.commit) return task;
    if (first === null && !(task.putOff && waitsForFix(state, task))) first = task;
  }
  return first;
}

/** Where there is only one task there is nothing it could disagree with. */
export function needsComparing(state: State, task: Task): boolean {
  const policy = state.settings.policies.coherence ?? "off";
  return policy !== "off" && state.run.base !== null && task.compared !== task.commit && isOneOfMany(state);
}

/** One fix at a time: another task with findings waits for it, unless the fix cannot go on without that very task. */
export function waitsForFix(state: State, task: Task): boolean {
  const { fix } = state.merge.coherence;
  return fix !== null && fix !== task.id && fixIsOpen(state) && !stopsFrom(state, task, taskOf(state, fix));
}

/** Whether `other`, or what it still needs, waits for this task or for a file that it holds until it is merged. */
export function stopsFrom(state: State, task: Task, other: Task): boolean {
  const files = new Set(task.spec.files);
  const seen = new Set<TaskId>();
  const todo = [other.id];
  for (let id = todo.pop(); id !== undefined; id = todo.pop()) {
    const needed = taskOf(state, id);
    if (seen.has(id) || (needed !== other && isFinal(needed.status))) continue;
    if (needed === task || needed.spec.files.some((file) => files.has(file))) return true;
    seen.add(id);
    todo.push(...dependenciesOf(needed));
  }
  return false;
}

/** Somebody is at work on what does not go together. While a person is asked about it, nobody is. */
function fixIsOpen({ merge: { coherence }, tasks }: State): boolean {
  const fix = coherence.fix === null ? undefined : tasks.get(coherence.fix);
  return fix !== undefined && !isFinal(fix.status) && fix.status !== "waiting_for_input";
}

export function compareOrder(state: State, task: Task, commit: string): CompareOrder {
  const sealed = sealedBeside(state, task);
  const seen = new Set([task.id, ...sealed.map((each) => each.task)]);
  const pending = [...state.tasks.values()].filter(({ id, status }) => !isFinal(status) && !seen.has(id));
  const owners = [...state.derived.fileClaims].flatMap(([file, [owner]]) =>
    owner === undefined ? [] : [[file, owner]],
  );
  return {
    attempt: attemptId(task.id, task.attempts),
    task: task.id,
    commit,
    began: task.began,
    others: sealed,
    contract: state.plan.contract,
    owners: Object.fromEntries(owners),
    pending: pending.map(({ id }) => id),
  };
}

/** In the order in which they would be merged, those under review last. None of them needs another: that would be merged. */
function sealedBeside(state: State, task: Task): { readonly task: TaskId; readonly commit: string }[] {
  const reviewed = [...state.tasks.values()].filter(({ reviewer }) => reviewer !== null).map(({ id }) => id);
  return [...state.merge.queue, ...reviewed].flatMap((id) => {
    const { commit } = taskOf(state, id);
    return id === task.id || commit === null ? [] : [{ task: id, commit }];
  });
}

function isOneOfMany({ tasks }: State): boolean {
  return tasks.size > 1;
}
