/** By which names the causes of several tasks' failures go. */
import type { TaskId } from "../../domain/spec/plan.ts";
import { isAlone } from "../causes/cause-of.ts";
import { addFailure, createPatternIndex, groupOf } from "../causes/groups/pattern-index.ts";
import type { State } from "../state.ts";
import { knownCause } from "./common-cause.ts";

/** What the causes of these tasks' latest failures are called, where anything is known about them. */
export function groupsOfTasks(state: State, tasks: readonly TaskId[]): readonly string[] {
  const index = createPatternIndex();
  for (const note of state.patterns.failures) addFailure(index, note, knownCause);
  const latest = tasks.flatMap((id) => state.patterns.failures.findLast(({ task }) => task === id) ?? []);
  const known = latest.filter((note) => !isAlone(knownCause(note)));
  return [...new Set(known.flatMap((note) => groupOf(index, note.id)?.group ?? []))];
}
