/** What is under the cursor, in one line at the bottom, with what can be done about it: nothing is covered. */

import { capital } from "../../../../domain/words/wording.ts";
import { heldBehind } from "../../../model/attention-row.ts";
import { taskActs } from "../../../model/task-acts.ts";
import { clockIn } from "../format.ts";
import { useGet } from "../load.ts";
import { chosen, marked, page, runPath } from "../store.ts";
import type { TaskPage, TaskView } from "../types.ts";
import { taskLine } from "../words.ts";
import { Acts } from "./act.tsx";
import { Glyph } from "./glyph.tsx";
import { Prose } from "./prose.tsx";

const NAMED_MAX = 4;

export function Inspect() {
  const task = chosen.value;
  const shown = page.value;
  if (task === undefined || shown === null) return null;
  return (
    <aside class="inspect" aria-label="Selected task">
      {marked.value?.task === task.id ? <Decision task={task} /> : <Now task={task} />}
      <Acts acts={taskActs(task, shown.needs).slice(0, 3)} />
    </aside>
  );
}

function Now({ task }: { task: TaskView }) {
  const shown = page.value;
  if (shown === null) return null;
  const row = shown.needs.find(({ tasks }) => tasks.includes(task.id));
  const held = task.state === "done" ? [] : heldBehind(shown.view, [task.id]);
  return (
    <p>
      <Glyph name={task.state} /> <b>{task.id}</b>{" "}
      <Prose text={sentence(row?.question ? `asks ${row.question}: ${row.what}` : taskLine(task))} />
      {held.length === 0 ? null : ` It holds ${named(held)}.`}
    </p>
  );
}

/** What was decided at the mark that is looked at. */
function Decision({ task }: { task: TaskView }) {
  const loaded = useGet<TaskPage>(`${runPath.value}/tasks/${encodeURIComponent(task.id)}`, marked.value?.seq);
  const mark = marked.value;
  const over = page.value?.over;
  if (mark === null || over === undefined) return null;
  const steps = loaded.state === "ready" ? loaded.value.trail.filter(({ seq }) => seq === mark.seq) : [];
  return (
    <p>
      <span class="faint num">{clockIn(mark.at, over.from, over.to)}</span> <b>{task.id}</b>{" "}
      <Prose text={steps.map(({ text }, index) => (index === 0 ? text : capital(text))).join(". ")} />
    </p>
  );
}

function sentence(text: string): string {
  return /[.?!…]$/.test(text) ? text : `${text}.`;
}

function named(ids: readonly string[]): string {
  const more = ids.length - NAMED_MAX;
  return more > 0 ? `${ids.slice(0, NAMED_MAX).join(", ")} and ${more} more` : ids.join(", ");
}
