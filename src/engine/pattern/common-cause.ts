/** Which open failures have one cause that a task can fix, and whose they are. What is done about it is decided elsewhere. */
import type { TaskId } from "../../domain/spec/plan.ts";
import { causeOf } from "../causes/cause-of.ts";
import { addFailure, createPatternIndex, groupOf } from "../causes/groups/pattern-index.ts";
import type { Cause, PatternGroup, PatternKind, SeenFailure } from "../causes/seen-failure.ts";
import type { State } from "../state.ts";

/** What a single task cannot mend, and waiting does not either. */
const FIXABLE: ReadonlySet<PatternKind> = new Set(["missing_foundation", "schema", "scaffolding", "code"]);

/** The cause that an attempt's failure has in common with others, where a task can fix it. */
export function commonCause(state: State, attempt: string): PatternGroup | null {
  const index = createPatternIndex();
  for (const note of state.patterns.failures) addFailure(index, note, knownCause);
  const group = groupOf(index, attempt);
  return group && FIXABLE.has(group.kind) ? group : null;
}

const causes = new WeakMap<SeenFailure, Cause>();

/** Reading a text is what costs; each note is read once, however many failures follow it. */
export function knownCause(note: SeenFailure): Cause {
  const known = causes.get(note) ?? causeOf(note);
  causes.set(note, known);
  return known;
}

export function membersOf(state: State, group: PatternGroup): TaskId[] {
  const ids = new Set(group.members);
  return [...new Set(state.patterns.failures.filter((note) => ids.has(note.id)).map((note) => note.task))];
}
