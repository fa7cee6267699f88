/** Task: its attempts, what was decided and why, what proves it, what it changed and cost; its diff, log and prompt. */
import { taskActs } from "../../../model/task-acts.ts";
import { budget, clock, count, span, spent, usd } from "../format.ts";
import { useGet } from "../load.ts";
import { Acts } from "../parts/act.tsx";
import { Frame } from "../parts/frame.tsx";
import { Glyph } from "../parts/glyph.tsx";
import { Prose } from "../parts/prose.tsx";
import { Section } from "../parts/section.tsx";
import { STATE_WORDS } from "../parts/tally.tsx";
import { address, moment, now, overview, page, place, route, runPath } from "../store.ts";
import type { TaskPage, TaskView } from "../types.ts";
import { taskLine } from "../words.ts";
import { Attempts } from "./attempts.tsx";
import { Changed, Gates } from "./proof.tsx";
import { TextView } from "./text-view.tsx";
import { Trail } from "./trail.tsx";

export function TaskScreen() {
  const { task: id, screen } = route.value;
  const task = page.value?.view.tasks.find((each) => each.id === id);
  const line = page.value?.over.lines[id];
  const at = moment.value === null ? "" : `?at=${moment.value}`;
  // Asked again when something happened to it, not with every record of the run.
  const stamp = `${task?.since}${task?.attempts}${task?.state}${line?.marks.length}`;
  const loaded = useGet<TaskPage>(
    task === undefined ? null : `${runPath.value}/tasks/${encodeURIComponent(id)}${at}`,
    stamp,
  );
  if (task === undefined)
    return (
      <Frame>
        <p class="faint">{page.value === null ? "" : `There is no task ${id} at this moment.`}</p>
      </Frame>
    );
  return (
    <Frame>
      <TaskHead task={task} loaded={loaded.state === "ready" ? loaded.value : null} />
      <Tabs id={id} screen={screen} />
      {screen === "task" ? (
        <Details task={task} loaded={loaded.state === "ready" ? loaded.value : null} />
      ) : (
        <TextView id={id} which={screen} />
      )}
    </Frame>
  );
}

function TaskHead({ task, loaded }: { task: TaskView; loaded: TaskPage | null }) {
  const name = overview.value?.projects.find(({ id }) => id === place.value.project)?.name ?? "";
  const needs = page.value?.needs ?? [];
  const worked = (page.value?.over.lines[task.id]?.spans ?? [])
    .filter(({ kind }) => kind === "work")
    .reduce((sum, { from, to }) => sum + ((to ?? now.value) - from), 0);
  return (
    <div class="run-head">
      <div class="head-row">
        <div>
          <p class="crumb">
            <b>{name}</b> /{" "}
            <a href={address("board")}>
              <b>{place.value.run}</b>
            </a>{" "}
            {task.gang === null ? "" : `/ ${task.gang}`}
          </p>
          <h1>
            {task.id} <span class="dim light">{task.title}</span>
          </h1>
        </div>
        <Acts acts={taskActs(task, needs).slice(0, 3)} />
      </div>
      <div class="facts">
        <span class={`badge ${task.state}`}>
          <Glyph name={task.state} />
          {STATE_WORDS[task.state].replace("need you", "needs you")}
        </span>
        <span class="says">
          {task.state === "done" ? <Merged task={task} loaded={loaded} /> : <Prose text={taskLine(task)} />}
        </span>
        <span>
          <b>{task.attempts}</b> {task.attempts === 1 ? "attempt" : "attempts"}
        </span>
        <Proved loaded={loaded} />
        <span>
          <b>{spent(task.usage)}</b>
        </span>
        {worked === 0 ? null : (
          <span>
            <b>{span(worked)}</b> of work
          </span>
        )}
      </div>
    </div>
  );
}

function Merged({ task, loaded }: { task: TaskView; loaded: TaskPage | null }) {
  const commit = page.value?.view.integration == null ? null : (loaded?.commit ?? null);
  if (commit === null) return <>since {clock(task.since)}</>;
  return (
    <>
      merged <b>{clock(task.since)}</b> as <code>{commit.slice(0, 8)}</code>
    </>
  );
}

/** What looked at it, and how much it changed. */
function Proved({ loaded }: { loaded: TaskPage | null }) {
  const of = (verdict: string) => loaded?.gates.filter((gate) => gate.verdict === verdict).length ?? 0;
  const parts = [
    ...(of("failed") > 0 ? [`${of("failed")} failed`] : []),
    ...(of("warned") > 0 ? [`${of("warned")} warned`] : []),
  ];
  const changed = loaded?.changed ?? null;
  return (
    <>
      {of("passed") + parts.length === 0 ? null : (
        <span>
          <b>{of("passed")}</b> {of("passed") === 1 ? "gate" : "gates"} passed
          {parts.map((part) => `, ${part}`).join("")}
        </span>
      )}
      {changed === null || changed.files === 0 ? null : (
        <span>
          <b>{count(changed.files, "file")}</b> +{changed.insertions} −{changed.deletions}
        </span>
      )}
    </>
  );
}

const TABS = [
  ["task", "Decisions", ""],
  ["diff", "Diff", "d"],
  ["log", "Log", "l"],
  ["prompt", "Prompt", "i"],
] as const;

function Tabs({ id, screen }: { id: string; screen: string }) {
  return (
    <nav class="tabs" aria-label="Of this task">
      {TABS.map(([tab, title, key]) => (
        <a key={tab} href={address(tab, { task: id })} {...(tab === screen ? { "aria-current": "page" as const } : {})}>
          {title}
          {key === "" ? null : <kbd>{key}</kbd>}
        </a>
      ))}
    </nav>
  );
}

function Details({ task, loaded }: { task: TaskView; loaded: TaskPage | null }) {
  const line = page.value?.over.lines[task.id];
  return (
    <div class="two">
      <div class="stack">
        {line === undefined || line.attempts.length === 0 ? null : <Attempts line={line} />}
        {loaded === null ? null : <Trail steps={loaded.trail} known={loaded.known} />}
      </div>
      <div class="stack">
        {loaded === null ? null : <Gates loaded={loaded} />}
        {loaded?.changed ? <Changed changed={loaded.changed} /> : null}
        <Cost task={task} />
        <Depends task={task} />
      </div>
    </div>
  );
}

function Cost({ task }: { task: TaskView }) {
  const attempts = page.value?.over.lines[task.id]?.attempts ?? [];
  const all = page.value?.view.usage.usdKnown ?? 0;
  const sum = task.usage.usdKnown;
  if (sum === 0) return null;
  const limit = page.value?.view.budgets.usd;
  const share = all === 0 ? "" : `${Math.round((100 * sum) / all)} % of the run`;
  let x = 0;
  return (
    <Section
      title="Cost"
      about={`${usd(sum)}, ${share}${limit === undefined ? "" : `; the run may use ${budget(limit)}`}`}
    >
      <div class="panel pad cost">
        <svg
          viewBox="0 0 300 14"
          preserveAspectRatio="none"
          role="img"
          aria-label={attempts.map(({ usage }) => usd(usage.usd ?? 0)).join(", ")}
        >
          {attempts.map(({ id, usage }, index) => {
            const width = (300 * (usage.usd ?? 0)) / Math.max(sum, 0.0001);
            x += width;
            return (
              <rect
                key={id}
                class="f-a1"
                opacity={1 - Math.min(0.6, index * 0.2)}
                x={x - width}
                width={Math.max(0, width - 2)}
                height="14"
                rx="2"
              />
            );
          })}
        </svg>
        <p class="dim">{attempts.map(({ number, usage }) => `attempt ${number} ${usd(usage.usd ?? 0)}`).join(" · ")}</p>
      </div>
    </Section>
  );
}

function Depends({ task }: { task: TaskView }) {
  const tasks = page.value?.view.tasks ?? [];
  const after = tasks.filter(({ dependsOn }) => dependsOn.includes(task.id));
  const before = tasks.filter(({ id }) => task.dependsOn.includes(id));
  if (before.length + after.length === 0) return null;
  const list = (found: readonly TaskView[]) =>
    found.map((each) => (
      <a key={each.id} class="chip" href={address("task", { task: each.id })}>
        <Glyph name={each.state} /> {each.id}
      </a>
    ));
  return (
    <Section title="Depends" about={`on ${count(before.length, "task")}; ${after.length} on it`}>
      <dl class="panel kv wide-kv">
        {before.length === 0 ? null : <dt>needs</dt>}
        {before.length === 0 ? null : <dd>{list(before)}</dd>}
        {after.length === 0 ? null : <dt>holds</dt>}
        {after.length === 0 ? null : <dd>{list(after)}</dd>}
      </dl>
    </Section>
  );
}
