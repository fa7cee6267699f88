/** The tally: one cell per task, in the order of attention; above sixty a bar in proportion. */
import { TASK_STATES, type TaskState } from "../../../../app/look/parts/task-view.ts";
import { count } from "../format.ts";

const CELLS_MAX = 60;

export const STATE_WORDS: Readonly<Record<TaskState, string>> = {
  failed: "gave up",
  question: "need you",
  working: "working",
  proving: "proving",
  merging: "merging",
  backoff: "restarting",
  limit: "at a limit",
  waiting: "waiting",
  skipped: "skipped",
  done: "done",
};

export function Tally({ tasks }: { tasks: readonly { readonly id: string; readonly state: TaskState }[] }) {
  const counts = TASK_STATES.map((state) => ({ state, n: tasks.filter((task) => task.state === state).length })).filter(
    ({ n }) => n > 0,
  );
  const label = `${count(tasks.length, "task")}: ${counts.map(({ state, n }) => `${n} ${STATE_WORDS[state]}`).join(", ")}`;
  if (tasks.length > CELLS_MAX) return <TallyBar counts={counts} total={tasks.length} label={label} />;
  return (
    <div class="tally" role="img" aria-label={label}>
      {counts.flatMap(({ state, n }) => Array.from({ length: n }, (_, i) => <i key={`${state}${i}`} class={state} />))}
    </div>
  );
}

function TallyBar(props: { counts: readonly { state: TaskState; n: number }[]; total: number; label: string }) {
  let x = 0;
  return (
    <svg class="tally-bar" viewBox="0 0 1000 12" preserveAspectRatio="none" role="img" aria-label={props.label}>
      {props.counts.map(({ state, n }) => {
        const width = (1000 * n) / props.total;
        x += width;
        return <rect key={state} class={`f-${state}`} x={x - width} width={Math.max(1, width - 2)} height="12" />;
      })}
    </svg>
  );
}
