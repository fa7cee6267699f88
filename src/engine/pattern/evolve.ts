/** What is changed when failures turn out to have one cause; and which open failures are remembered for that. */
import type { FailureNote } from "../../domain/proof/pattern.ts";
import { taskOf } from "../lookup.ts";
import type { State } from "../state.ts";
import type { AlsoEvolve, Evolve } from "../tables.ts";
import { addTask, needs } from "../task/evolve.ts";
import type { PatternEvent } from "./events.ts";

export const evolve: Evolve<PatternEvent> = {
  pattern_found(state, { pattern, fix, because }, at) {
    state.patterns.found.set(pattern.id, { ...pattern, members: [...pattern.members] });
    addTask(state, fix, at, { fixes: pattern.id, because });
    state.replans.added += 1;
    for (const id of [...pattern.members, ...pattern.held]) needs(state, taskOf(state, id), fix.id, at);
  },
  pattern_joined(state, event, at) {
    const pattern = state.patterns.found.get(event.pattern);
    if (!pattern) return;
    if (!pattern.members.includes(event.task)) pattern.members.push(event.task);
    needs(state, taskOf(state, event.task), pattern.fix, at);
  },
};

export const also: AlsoEvolve = {
  attempt_ended: (state, { note }) => remember(state, note),
  task_verified: (state, { note }) => remember(state, note),
  task_done(state, { task }) {
    const { patterns } = state;
    if (patterns.failures.some((note) => note.task === task))
      patterns.failures = patterns.failures.filter((note) => note.task !== task);
  },
};

const NOTES_MAX = 100;

function remember({ patterns: { failures } }: State, note: FailureNote | undefined): void {
  if (note === undefined) return;
  failures.push(note);
  if (failures.length > NOTES_MAX) failures.shift();
}
