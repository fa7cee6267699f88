/**
 * Whether several tasks miss the same thing while tasks of the plan that could be there to make it have not begun, though no
 * rule knows which. A fix would compete with the one that owns it. It only says so; who is asked is decided elsewhere.
 */
import { type Because, because } from "../../domain/because.ts";
import type { Task } from "../../domain/work/task.ts";
import type { PatternKind } from "../causes/seen-failure.ts";
import type { State } from "../state.ts";
import { commonCause, membersOf } from "./common-cause.ts";

const MISSES: ReadonlySet<PatternKind> = new Set(["missing_foundation", "scaffolding", "schema"]);

export function missedInCommon(state: State, task: Task, attempt: string): Because | null {
  if (task.fixes !== null || state.settings.advisors.supervisor === undefined) return null;
  const group = commonCause(state, attempt);
  if (!group || !MISSES.has(group.kind)) return null;
  const members = membersOf(state, group);
  if (members.length < state.settings.policies.patterns.threshold) return null;
  if ([...state.patterns.found.values()].some((each) => each.group === group.group)) return null;
  const couldMakeIt = ({ id, attempts, status, fixes }: Task) =>
    attempts === 0 && fixes === null && !members.includes(id) && (status === "ready" || status === "waiting");
  if (![...state.tasks.values()].some(couldMakeIt)) return null;
  const facts = { cause: group.root_cause, tasks: members.length, attempt };
  return because("common_cause", facts, [`tasks: ${members.join(", ")}`, ...group.because]);
}
