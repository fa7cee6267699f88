/** What Reeve itself owes a task after its agent: verifying, merging in turn, and the look at the whole. As effects. */
import { BugError } from "../../domain/bug.ts";
import type { CommandCheck, TaskId } from "../../domain/plan.ts";
import type { Task } from "../../domain/task.ts";
import type { Effect } from "../effect.ts";
import { taskOf } from "../lookup.ts";
import { compareOrder, needsComparing, nextMerge } from "../merge/comparing.ts";
import type { State } from "../state.ts";
import { jobTimer } from "./evolve.ts";

/** The job a task waits for, unless it is postponed or not its turn. */
export function jobOf(state: State, id: TaskId): Effect[] {
  const task = taskOf(state, id);
  if (state.timers.has(jobTimer(id))) return [];
  if (task.status === "verifying" && task.result !== null && task.reviewer === null) return [verifyOf(state, task)];
  return task.status === "integrating" ? merging(state) : [];
}

/** Serial: only one is merged at a time, and laid beside the others first. */
export function merging(state: State): Effect[] {
  const next = nextMerge(state);
  if (next === null || next.commit === null || state.timers.has(jobTimer(next.id))) return [];
  const { id, spec, attempts, commit } = next;
  if (needsComparing(state, next)) return [{ type: "compare", order: compareOrder(state, next, commit) }];
  const order = { attempt: `${id}.${attempts}`, task: id, title: spec.title, commit, gates: spec.gates };
  return [{ type: "integrate", order }];
}

export function verifyingOf(state: State): Effect[] {
  if (state.derived.counts.verifying === 0) return [];
  return [...state.tasks.values()].flatMap((task) => (task.status === "verifying" ? jobOf(state, task.id) : []));
}

/** Something is left to do for Reeve itself, now or when it tries again: no agent and no person is waited for. */
export function hasJob(state: State): boolean {
  if (state.run.check === "due" || nextMerge(state) !== null) return true;
  if (state.derived.counts.verifying === 0) return false;
  return [...state.tasks.values()].some(({ status, reviewer }) => status === "verifying" && reviewer === null);
}

export function checkOf(state: State): Effect {
  return { type: "check_run", order: { gates: distinctGates(state), contract: state.plan.contract } };
}

/**
 * Each merge proved its own task's gates. Where tasks have different ones, or something was promised, the whole has to
 * be looked at once more when all are merged; otherwise the last merge has shown it.
 */
export function needsCheck(state: State): boolean {
  if (state.run.base === null || state.derived.counts.done === 0) return false;
  if (state.plan.contract !== null) return true;
  const sets = new Set<string>();
  for (const task of state.tasks.values()) {
    if (task.status !== "done") continue;
    sets.add(JSON.stringify(task.spec.gates.map((gate) => gate.run)));
    if (sets.size > 1) return true;
  }
  return false;
}

function verifyOf(state: State, task: Task): Effect {
  const { id, spec, attempts, result } = task;
  if (result === null) throw new BugError(`task ${id} has no result to verify`);
  const order = { attempt: `${id}.${attempts}`, task: id, spec, result, owned: state.derived.openClaims };
  return { type: "verify", order };
}

function distinctGates(state: State): CommandCheck[] {
  const gates = new Map<string, CommandCheck>();
  for (const task of state.tasks.values()) {
    if (task.status === "done") for (const gate of task.spec.gates) if (!gates.has(gate.run)) gates.set(gate.run, gate);
  }
  return [...gates.values()];
}
