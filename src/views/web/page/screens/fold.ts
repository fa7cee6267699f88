/** Which boxes of the graph are unfolded. */
import { signal } from "@preact/signals";
import { taskGraph } from "../../../model/graph.ts";
import { matching } from "../parts/filter.tsx";
import { page } from "../store.ts";
import type { TaskView } from "../types.ts";

export const unfolded = signal<ReadonlySet<string>>(new Set());

export function unfold(box: string): void {
  unfolded.value = new Set([...unfolded.value, box]);
}

/** Unfolds the box this task is in, or folds it again; null: folds all. */
export function toggleFold(task: TaskView | null): boolean {
  if (task === null) {
    unfolded.value = new Set();
    return true;
  }
  const tasks = matching(page.value?.view.tasks ?? []);
  const boxIn = (open: ReadonlySet<string>) =>
    taskGraph(tasks, open).boxes.find((box) => box.tasks.length > 1 && box.tasks.includes(task.id));
  const folded = boxIn(unfolded.value);
  if (folded !== undefined) {
    unfold(folded.id);
    return true;
  }
  const key = [...unfolded.value].find((each) => boxIn(without(each))?.id === each);
  if (key !== undefined) unfolded.value = without(key);
  return key !== undefined;
}

function without(key: string): ReadonlySet<string> {
  return new Set([...unfolded.value].filter((each) => each !== key));
}
