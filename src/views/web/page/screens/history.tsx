/** History: the runs of a project. Plans that were worked again and again as a grid of runs and tasks, others as strips. */
import { acts } from "../../../model/act.ts";
import { clock, count, span, usd, when } from "../format.ts";
import { useGet } from "../load.ts";
import { Acts } from "../parts/act.tsx";
import { Frame } from "../parts/frame.tsx";
import { Glyph, type GlyphName } from "../parts/glyph.tsx";
import { Scroll, Section } from "../parts/section.tsx";
import { Tally } from "../parts/tally.tsx";
import { address, cursor, isLive, live, now, overview, place, projectPath, select } from "../store.ts";
import type { GridRun } from "../types.ts";

interface History {
  readonly runs: readonly GridRun[];
  readonly medianWaitMs: number | null;
  readonly causes: readonly { cause: string; failures: number; runs: readonly string[]; solvedBy: string | null }[];
}

const GRID_TASKS_MAX = 24;

export function HistoryScreen() {
  const { project } = place.value;
  const path = projectPath.value;
  const loaded = useGet<History>(path && `${path}/history`, live.value?.over.seq ?? 0);
  const name = overview.value?.projects.find(({ id }) => id === project)?.name ?? "";
  const runs = loaded.state === "ready" ? loaded.value.runs : [];
  const causes = loaded.state === "ready" ? loaded.value.causes : [];
  const groups = [...Map.groupBy(runs, ({ title }) => title).values()];
  const repeated = groups.filter((group) => group.length > 1 && (group[0]?.tasks.length ?? 0) <= GRID_TASKS_MAX);
  const once = runs.filter((run) => !repeated.some((group) => group.includes(run)));
  return (
    <Frame>
      <div class="run-head">
        <div class="head-row">
          <div>
            <p class="crumb">
              <b>{name}</b>
            </p>
            <h1>History</h1>
          </div>
          <HistoryActs runs={runs} />
        </div>
        <Facts runs={runs} waitMs={loaded.state === "ready" ? loaded.value.medianWaitMs : null} />
      </div>
      {isLive.value ? null : <p class="faint note">Runs are listed as they stand now.</p>}
      <div class="hist">
        <div class="stack">
          {repeated.map((group) => (
            <Grid key={group[0]?.title} runs={group} />
          ))}
          {once.length === 0 ? null : <Strips runs={once} />}
          <Legend />
        </div>
        <Section title="Causes that came back">
          {causes.length === 0 ? (
            <p class="faint">None was met in more than one run.</p>
          ) : (
            <ol class="panel list causes-back">
              {causes.map(({ cause, runs: met, solvedBy, failures }) => (
                <li key={cause}>
                  <b>{cause}</b>
                  <span class="faint">{met.slice(-3).join(", ")}</span>
                  <p>{solvedBy === null ? `${count(failures, "failure")}; nothing has solved it yet.` : solvedBy}</p>
                </li>
              ))}
            </ol>
          )}
        </Section>
      </div>
    </Frame>
  );
}

/** Of the run under the cursor, else of the newest. */
function HistoryActs({ runs }: { runs: readonly GridRun[] }) {
  const run = runs.find((each) => each.run === cursor.value) ?? runs[0];
  if (run === undefined) return null;
  const at = { project: place.value.project, run: run.run };
  return <Acts acts={[acts.replay(run.run), acts.replayWith()]} at={at} />;
}

const DAY = 86_400_000;

function Facts({ runs, waitMs }: { runs: readonly GridRun[]; waitMs: number | null }) {
  const days = runs.length === 0 ? 0 : Math.ceil((now.value - Math.min(...runs.map((run) => run.createdAt))) / DAY);
  const asked = runs.reduce((all, run) => all + run.asked, 0);
  const tasks = runs.flatMap((run) => run.tasks);
  const done = tasks.filter(({ state }) => state === "done").length;
  const sum = runs.reduce((all, run) => all + run.usd, 0);
  return (
    <div class="facts">
      <span>
        <b>{runs.length}</b> {runs.length === 1 ? "run" : "runs"}
        {days > 1 ? ` in ${days} days` : ""}
      </span>
      <span>
        <b>
          {done} of {tasks.length}
        </b>{" "}
        tasks done
      </span>
      <span>
        <b>{asked}</b> {asked === 1 ? "question" : "questions"} to you
      </span>
      <span>
        <b>{usd(sum)}</b> {runs.length > 1 ? `${usd(sum / runs.length)} a run` : ""}
      </span>
      {waitMs === null ? null : (
        <span>
          median wait for an answer <b>{span(waitMs)}</b>
        </span>
      )}
    </div>
  );
}

function cell({ state, retried }: GridRun["tasks"][number]): string {
  if (state === "done") return retried ? "backoff" : "done";
  if (["proving", "merging", "limit", "backoff"].includes(state)) return "working";
  return state;
}

function ended(run: GridRun): readonly [GlyphName, string] {
  const gaveUp = run.tasks.filter(({ state }) => state === "failed").length;
  if (run.phase === "halted") return ["braked", "halted"];
  if (run.phase !== "ended")
    return run.questions > 0 ? ["question", count(run.questions, "question")] : ["working", run.phase];
  return gaveUp > 0
    ? ["failed", `${gaveUp} given up`]
    : run.verdict === "done"
      ? ["done", "green"]
      : ["failed", "not all done"];
}

function took(run: GridRun): string {
  return span((run.endedAt ?? (run.phase === "working" ? now.value : run.heardAt)) - run.createdAt);
}

function Grid({ runs }: { runs: readonly GridRun[] }) {
  const ids = [...new Set(runs.flatMap(({ tasks }) => tasks.map(({ id }) => id)))].slice(0, GRID_TASKS_MAX);
  return (
    <Section title={runs[0]?.title ?? ""} about={`worked ${runs.length} times, ${count(ids.length, "task")}`}>
      <Scroll label="Runs and tasks">
        <table class="g">
          <thead>
            <tr>
              <th>Run</th>
              <th>Began</th>
              <th>Ended</th>
              {ids.map((id) => (
                <th key={id} class="v">
                  <span>{id}</span>
                </th>
              ))}
              <th class="num">Took</th>
              <th class="num">Cost</th>
            </tr>
          </thead>
          <tbody>
            {runs.map((run) => (
              <tr key={run.run}>
                <RunCells run={run} />
                {ids.map((id) => {
                  const task = run.tasks.find((each) => each.id === id);
                  const kind = task === undefined ? "none" : cell(task);
                  return (
                    <td key={id} class="c">
                      {task === undefined ? (
                        <i class="none" />
                      ) : (
                        <a
                          href={address("task", { run: run.run, task: id })}
                          aria-label={`${run.run} ${id}: ${task.state}`}
                        >
                          <i class={kind} title={`${id}: ${task.state}`} />
                        </a>
                      )}
                    </td>
                  );
                })}
                <td class="num nowrap">{took(run)}</td>
                <td class="num">{usd(run.usd)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
    </Section>
  );
}

function RunCells({ run }: { run: GridRun }) {
  const [glyph, word] = ended(run);
  return (
    <>
      <td>
        <a class="strong" href={address("time", { run: run.run })} data-row={run.run} onFocus={() => select(run.run)}>
          {run.run}
        </a>
      </td>
      <td class="dim nowrap">{when(run.createdAt, now.value)}</td>
      <td class="nowrap">
        <Glyph name={glyph} /> {word}
      </td>
    </>
  );
}

function Strips({ runs }: { runs: readonly GridRun[] }) {
  return (
    <Section title="Plans worked once" about="a cell is a task, in the order of the plan">
      <Scroll label="Runs">
        <table>
          <thead>
            <tr>
              <th>Run</th>
              <th>Began</th>
              <th>Ended</th>
              <th>Plan</th>
              <th class="strips">Tasks</th>
              <th class="num">Done</th>
              <th class="num">Took</th>
              <th class="num">Cost</th>
            </tr>
          </thead>
          <tbody>
            {runs.map((run) => (
              <tr key={run.run}>
                <RunCells run={run} />
                <td>{run.title}</td>
                <td>
                  <Strip run={run} />
                </td>
                <td class="num nowrap">
                  {run.tasks.filter(({ state }) => state === "done").length} of {run.tasks.length}
                </td>
                <td class="num nowrap">{took(run)}</td>
                <td class="num">{usd(run.usd)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
    </Section>
  );
}

const STRIP_MAX = 60;

/** A cell for each task; of more than fit, how many are in which state. */
function Strip({ run: { tasks, createdAt } }: { run: GridRun }) {
  if (tasks.length > STRIP_MAX)
    return (
      <div class="strip-bar">
        <Tally tasks={tasks} />
      </div>
    );
  return (
    <div class="strip" role="img" aria-label={`${tasks.length} tasks from ${clock(createdAt)}`}>
      {tasks.map((task) => (
        <i key={task.id} class={cell(task)} />
      ))}
    </div>
  );
}

const LEGEND = [
  ["done", "done"],
  ["backoff", "done after a retry"],
  ["question", "asks you"],
  ["failed", "given up"],
  ["skipped", "skipped"],
  ["working", "working"],
  ["waiting", "waiting"],
] as const;

function Legend() {
  return (
    <div class="legend cells">
      {LEGEND.map(([kind, text]) => (
        <span key={kind}>
          <i class={`lg ${kind}`} />
          {text}
        </span>
      ))}
    </div>
  );
}
