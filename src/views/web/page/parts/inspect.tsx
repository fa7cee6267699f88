/** What is under the cursor, in one line at the bottom, with what can be done about it: nothing is covered. */

import { heldBehind } from "../../../model/attention-row.ts";
import { taskActs } from "../../../model/task-acts.ts";
import { cursor, page } from "../store.ts";
import type { TaskView } from "../types.ts";
import { taskLine } from "../words.ts";
import { Acts } from "./act.tsx";
import { Glyph } from "./glyph.tsx";

export function selectedTask(): TaskView | undefined {
  const tasks = page.value?.view.tasks ?? [];
  return tasks.find(({ id }) => id === cursor.value);
}

const NAMED_MAX = 4;

export function Inspect() {
  const task = selectedTask();
  const shown = page.value;
  if (task === undefined || shown === null) return null;
  const row = shown.needs.find(({ tasks }) => tasks.includes(task.id));
  const held = task.state === "done" ? [] : heldBehind(shown.view, [task.id]);
  return (
    <aside class="inspect" aria-label="Selected task">
      <p>
        <Glyph name={task.state} /> <b>{task.id}</b>{" "}
        {row?.question ? `asks ${row.question}: ${row.what}` : taskLine(task)}
        {held.length === 0 ? null : ` It holds ${named(held)}.`}
      </p>
      <Acts acts={taskActs(task, shown.needs).slice(0, 3)} />
    </aside>
  );
}

export function named(ids: readonly string[]): string {
  const more = ids.length - NAMED_MAX;
  return more > 0 ? `${ids.slice(0, NAMED_MAX).join(", ")} and ${more} more` : ids.join(", ");
}
