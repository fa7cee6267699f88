/** What is under the cursor, in one line at the bottom, with what can be done about it: nothing is covered. */

import { heldBehind } from "../../../model/attention-row.ts";
import { taskActs } from "../../../model/task-acts.ts";
import { chosen, page } from "../store.ts";
import { taskLine } from "../words.ts";
import { Acts } from "./act.tsx";
import { Glyph } from "./glyph.tsx";

const NAMED_MAX = 4;

export function Inspect() {
  const task = chosen.value;
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

function named(ids: readonly string[]): string {
  const more = ids.length - NAMED_MAX;
  return more > 0 ? `${ids.slice(0, NAMED_MAX).join(", ")} and ${more} more` : ids.join(", ");
}
