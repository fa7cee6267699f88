/** Board: tasks as cards in the lanes of attention. They move by themselves. */
import { heldBehind } from "../../../model/attention-row.ts";
import { clock, span, usd } from "../format.ts";
import { Filter, matching } from "../parts/filter.tsx";
import { Frame } from "../parts/frame.tsx";
import { Glyph } from "../parts/glyph.tsx";
import { Inspect } from "../parts/inspect.tsx";
import { Prose } from "../parts/prose.tsx";
import { RunHead } from "../parts/run-head.tsx";
import { address, chosen, now, page, select } from "../store.ts";
import type { TaskState, TaskView } from "../types.ts";
import { taskLine } from "../words.ts";

interface Lane {
  readonly title: string;
  readonly about: string;
  readonly states: readonly TaskState[];
}

const CARDS_MAX = 40;

export function BoardScreen() {
  const shown = page.value;
  const slots = shown?.view.slots;
  const lanes: readonly Lane[] = [
    { title: "Needs you", about: "first, always", states: ["failed", "question"] },
    { title: "Working", about: slots ? `${slots.used} of ${slots.of} slots used` : "", states: ["working"] },
    { title: "Proving and merging", about: "Reeve looks for itself", states: ["proving", "merging"] },
    { title: "Back by itself", about: "a clock decides", states: ["backoff", "limit"] },
    { title: "Waiting", about: "each says on what", states: ["waiting"] },
    { title: "Done", about: "proved and merged", states: ["done", "skipped"] },
  ];
  const tasks = matching(shown?.view.tasks ?? []);
  return (
    <Frame>
      <RunHead />
      <div class="bar-row">
        <Filter />
        <span class="faint">Cards move by themselves. To change one, choose what should happen to it.</span>
      </div>
      <div class="board" tabIndex={-1}>
        {lanes.map((lane) => (
          <LaneView key={lane.title} lane={lane} tasks={tasks.filter(({ state }) => lane.states.includes(state))} />
        ))}
      </div>
      <Inspect />
    </Frame>
  );
}

function LaneView({ lane, tasks }: { lane: Lane; tasks: readonly TaskView[] }) {
  const isDone = lane.states.includes("done");
  const shown = tasks.slice(0, CARDS_MAX);
  const more = tasks.length - shown.length;
  return (
    <section class={tasks.length === 0 && !lane.states.includes("question") ? "lane none" : "lane"}>
      <h2>
        {lane.title} <span class="faint">{tasks.length}</span>
      </h2>
      <p class="faint">{lane.about}</p>
      <ul class={isDone ? "donelist" : ""}>
        {shown.map((task) => (
          <li key={task.id}>{isDone ? <DoneRow task={task} /> : <Card task={task} />}</li>
        ))}
      </ul>
      {more > 0 ? <p class="faint more">and {more} more; filter to see them</p> : null}
    </section>
  );
}

function Card({ task }: { task: TaskView }) {
  const held = page.value === null ? 0 : heldBehind(page.value.view, [task.id]).length;
  const isHolding = held > 0 && (task.state === "question" || task.state === "failed");
  return (
    <a
      class={chosen.value?.id === task.id ? "card on" : "card"}
      href={address("task", { task: task.id })}
      data-row={task.id}
      onFocus={() => select(task.id)}
      onPointerEnter={() => select(task.id)}
    >
      <Glyph name={task.state} />
      <b>{task.id}</b>
      <span class="faint">{timeOf(task)}</span>
      <p>
        <Prose text={taskLine(task)} />
      </p>
      {task.state === "waiting" ? null : (
        <p class="meta">
          {task.agent}
          {task.usage.usdKnown > 0 ? ` · ${usd(task.usage.usdKnown)}` : ""}
          {isHolding ? (
            <>
              {" "}
              · <b>holds {held}</b>
            </>
          ) : null}
        </p>
      )}
    </a>
  );
}

function timeOf({ state, until, since }: TaskView): string {
  if (state === "waiting") return "";
  if (until !== null && (state === "backoff" || state === "limit"))
    return until - now.value < 3_600_000 ? `in ${span(until - now.value)}` : clock(until);
  return span(now.value - since);
}

function DoneRow({ task }: { task: TaskView }) {
  return (
    <a
      class={chosen.value?.id === task.id ? "on" : ""}
      href={address("task", { task: task.id })}
      data-row={task.id}
      onFocus={() => select(task.id)}
      onPointerEnter={() => select(task.id)}
    >
      <Glyph name={task.state} />
      <span class="name">{task.id}</span>
      <span class="faint">{usd(task.usage.usdKnown)}</span>
    </a>
  );
}
