/** A task that has to change because of what was found is worked again with the report, as long as its lineage has a try left. */
import type { Because } from "../../domain/because.ts";

import { isEndless } from "../../domain/proof/round.ts";
import { countsAnew, type RetryCounts } from "../../domain/work/retry-counts.ts";
import { dependenciesOf, type Task } from "../../domain/work/task.ts";
import type { Context } from "../context.ts";
import { taskOf } from "../lookup.ts";

import type { State } from "../state.ts";
import { hasEndedUnmet } from "../task/ends.ts";
import { hasRetryLeft, retriesElsewhere } from "../task/lineage.ts";
import { countsAfter, requeue } from "../task/requeue.ts";
import { triedOf } from "./ladder.ts";

export const UPDATED =
  "The integrated work has been merged into your workspace. Where it conflicts, the files have conflict markers: resolve each of them and remove the markers.";

/** A loop that shows no end is not begun once more. */
export function hasTriesLeft(state: State, task: Task): boolean {
  const isOpen = hasRetryLeft(state, task) && !isEndless(task.rounds);
  return isOpen && triedOf(task).attempts < state.settings.policies.attemptsMax;
}

/** It is done, and nothing it builds on has ended without being done since. */
export function canReopen(state: State, task: Task): boolean {
  return task.status === "done" && !dependenciesOf(task).some((id) => hasEndedUnmet(taskOf(state, id)));
}

/** It failed, and waits for its turn again. */
export function requeueWith(context: Context, task: Task, why: Because, report: string): void {
  const restart = { because: why, reached: null, report: `${report}\n\n${UPDATED}` };
  requeue(context, task, "queue", { because: why, restart, cost: { retries: 1 } });
}

/** It was done, and is not any more. `note`: a person's word, which opens the lineage anew. */
export function reopenWith(context: Context, task: Task, why: Because, report: string, note = ""): void {
  const restart = { because: why, reached: null, report: [report, note, UPDATED].filter(Boolean).join("\n\n") };
  const counts = note === "" ? countsAfter(task.counts, { retries: 1 }) : anew(context.state, task);
  context.emit({ type: "task_reopened", task: task.id, because: why, restart, changeset: "update", counts });
}

function anew(state: State, task: Task): RetryCounts {
  return countsAnew(task.counts, task.attempts, retriesElsewhere(state, task));
}
