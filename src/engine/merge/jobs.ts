/** What Reeve itself owes verified work: comparing and merging in turn, and the look at the whole. As effects. */

import type { CommandCheck } from "../../domain/spec/plan.ts";
import { attemptId } from "../../domain/work/attempt.ts";
import type { Effect } from "../effect.ts";
import type { State } from "../state.ts";
import { builtOn } from "../task/ends.ts";
import { dueAt } from "../timer.ts";
import { compareOrder, needsComparing, nextMerge } from "./comparing.ts";

/** Serial: only one is merged at a time, and laid beside the others first. */
export function merging(state: State): Effect[] {
  const next = nextMerge(state);
  if (next === null || next.commit === null || dueAt(state, { of: "job", task: next.id }) !== null) return [];
  const { id, spec, attempts, commit, proved } = next;
  if (needsComparing(state, next)) return [{ type: "compare", order: compareOrder(state, next, commit) }];
  const { title, gates } = spec;
  const of = { spec, builtOn: builtOn(state, next) };
  const order = { attempt: attemptId(id, attempts), task: id, title, commit, gates, of, ...(proved && { proved }) };
  return [{ type: "integrate", order }];
}

export function checkOf(state: State): Effect {
  return { type: "check_run", order: { gates: distinctGates(state), contract: state.plan.contract } };
}

/** What the journal says is integrated; null: an earlier version has merged something and did not keep it. */
export function integratedHead({ run, derived }: State): string | null {
  return run.head ?? (derived.counts.done === 0 ? (run.base?.commit ?? null) : null);
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

function distinctGates(state: State): CommandCheck[] {
  const gates = new Map<string, CommandCheck>();
  for (const task of state.tasks.values()) {
    if (task.status === "done") for (const gate of task.spec.gates) if (!gates.has(gate.run)) gates.set(gate.run, gate);
  }
  return [...gates.values()];
}
