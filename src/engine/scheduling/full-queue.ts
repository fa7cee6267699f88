/** When so much waits to be verified and merged that nothing new begins. Only tells; who waits for it is decided elsewhere. */
import type { Work } from "../../domain/work/work.ts";
import type { State } from "../state.ts";

/**
 * Work that agents have finished and Reeve has not: each of it has a worktree, and everything merged before it makes it
 * older. What is put off waits for a task, not for Reeve, and that task may need others that have not begun.
 */
export function waitingOf({ derived: { counts }, merge: { queue }, tasks }: State): number {
  const putOff = queue.filter((id) => tasks.get(id)?.putOff).length;
  return counts.verifying + counts.integrating - putOff;
}

export function queueIsFull(state: State): boolean {
  const { waiting } = state.settings.workspace;
  return waiting !== undefined && waitingOf(state) >= waiting;
}

/** What was begun goes on, and what others wait for begins: it is they who empty the queue. */
export function isNew({ tasks, merge }: State, { id, kind, attempts }: Work): boolean {
  if (kind !== "task" || attempts > 0) return false;
  return merge.coherence.fix !== id && (tasks.get(id)?.fixes ?? null) === null;
}
