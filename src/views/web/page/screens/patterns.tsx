/** Patterns: one cause behind several failures, who failed by it, the one fix, and who waits for that. */
import { capital } from "../../../../domain/words/wording.ts";
import { heldBehind } from "../../../model/attention-row.ts";
import { taskActs } from "../../../model/task-acts.ts";
import { clock, clockIn, count, usd } from "../format.ts";
import { useGet } from "../load.ts";
import { Acts } from "../parts/act.tsx";
import { Frame } from "../parts/frame.tsx";
import { Glyph, type GlyphName } from "../parts/glyph.tsx";
import { Prose } from "../parts/prose.tsx";
import { RunHead } from "../parts/run-head.tsx";
import { Scroll, Section } from "../parts/section.tsx";
import { address, cursor, moment, page, runPath, select } from "../store.ts";
import type { FleetView, TaskPage, TaskView } from "../types.ts";
import { taskLine } from "../words.ts";
import { Flow } from "./flow.tsx";

type Pattern = FleetView["patterns"][number];

const STATUS: Readonly<Record<Pattern["status"], readonly [GlyphName, string]>> = {
  fixing: ["working", "is being fixed"],
  fixed: ["done", "solved"],
  asks: ["question", "asks you"],
  given_up: ["failed", "could not be fixed"],
};

export function PatternsScreen() {
  const patterns = page.value?.view.patterns ?? [];
  const chosen = patterns.find(({ id }) => id === cursor.value) ?? patterns[0];
  const failures = patterns.reduce((sum, { members }) => sum + members.length, 0);
  return (
    <Frame>
      <RunHead />
      {chosen === undefined ? (
        <div class="empty">
          <h1>No cause is behind several failures.</h1>
          <p>When tasks fail by the same thing, one fix is made for all of them, and it is shown here.</p>
        </div>
      ) : (
        <div class="pat">
          <nav aria-label="Causes">
            <div class="section">
              <h2>Causes</h2>
              <span>
                {patterns.length} behind {count(failures, "failure")}
              </span>
            </div>
            <ul class="panel causes">
              {patterns.map((pattern) => (
                <Cause key={pattern.id} pattern={pattern} isOn={pattern === chosen} />
              ))}
            </ul>
            <p class="faint note">
              Failures with the same cause get one fix, never as many retries as there are members.
            </p>
          </nav>
          <One pattern={chosen} />
        </div>
      )}
    </Frame>
  );
}

function held(pattern: Pattern): readonly string[] {
  const view = page.value?.view;
  return view === undefined || pattern.status === "fixed" ? [] : heldBehind(view, [pattern.fix]);
}

function Cause({ pattern, isOn }: { pattern: Pattern; isOn: boolean }) {
  const [glyph, word] = STATUS[pattern.status];
  const waiting = held(pattern).length;
  return (
    <li>
      <button
        type="button"
        data-row={pattern.id}
        {...(isOn ? { "aria-current": "true" as const } : {})}
        onFocus={() => select(pattern.id)}
        onClick={() => select(pattern.id)}
      >
        <Glyph name={glyph} />
        <span>
          <b>{capital(pattern.rootCause)}</b>
          <span class="faint">
            {count(pattern.members.length, "task")} · {word}
          </span>
        </span>
        <span class="faint">{waiting === 0 ? "" : `holds ${waiting}`}</span>
      </button>
    </li>
  );
}

function fixLine(fix: TaskView): string {
  if (fix.state === "done") return `${fix.id} has fixed it.`;
  return fix.state === "question" ? `${fix.id} asks: ${taskLine(fix)}` : `${fix.id}: ${taskLine(fix)}`;
}

function One({ pattern }: { pattern: Pattern }) {
  const tasks = page.value?.view.tasks ?? [];
  const fix = tasks.find(({ id }) => id === pattern.fix);
  const members = tasks.filter(({ id }) => pattern.members.includes(id));
  return (
    <section class="stack">
      <div class="one">
        <div>
          <p class="faint">One cause · found {clock(pattern.foundAt)}</p>
          <h2 class="h1">{capital(pattern.rootCause)}</h2>
          <p class="dim">
            {pattern.members.join(", ")} failed by it. {fix === undefined ? "" : <Prose text={fixLine(fix)} />}
          </p>
        </div>
        {fix === undefined ? null : <Acts acts={taskActs(fix, page.value?.needs ?? [])} />}
      </div>
      <Flow cause={capital(pattern.rootCause)} members={members} fix={fix} held={held(pattern)} />
      <Section title="Members" about="the telling line of each">
        <Scroll label="Members">
          <table>
            <thead>
              <tr>
                <th>Task</th>
                <th>Failed</th>
                <th>Agent</th>
                <th>What it printed</th>
                <th>Now</th>
              </tr>
            </thead>
            <tbody>
              {members.map((task) => {
                const failed = page.value?.over.lines[task.id]?.attempts.findLast(({ failure }) => failure !== null);
                const telling = failed?.failure?.evidence[0] ?? failed?.failure?.message ?? "";
                return (
                  <tr key={task.id}>
                    <td class="nowrap">
                      <Glyph name={task.state} /> <a href={address("task", { task: task.id })}>{task.id}</a>
                    </td>
                    <td class="faint nowrap">{failed?.endedAt == null ? "" : clock(failed.endedAt)}</td>
                    <td class="dim">{task.agent}</td>
                    <td>
                      <code>{telling}</code>
                    </td>
                    <td class="dim">{taskLine(task)}</td>
                  </tr>
                );
              })}
            </tbody>
          </table>
        </Scroll>
      </Section>
      <Fix pattern={pattern} fix={fix} />
    </section>
  );
}

const STEPS_MAX = 8;

/** What was tried, and whether this was met before. */
function Fix({ pattern, fix }: { pattern: Pattern; fix: TaskView | undefined }) {
  const attempts = page.value?.over.lines[pattern.fix]?.attempts ?? [];
  const at = moment.value === null ? "" : `?at=${moment.value}`;
  const path = `${runPath.value}/tasks/${encodeURIComponent(pattern.fix)}${at}`;
  const loaded = useGet<TaskPage>(fix === undefined ? null : path, `${fix?.state}${fix?.attempts}`);
  const steps = loaded.state === "ready" ? loaded.value.trail : [];
  const known = loaded.state === "ready" ? loaded.value.known : [];
  const [from, to] = [steps[0]?.at ?? 0, steps.at(-1)?.at ?? 0];
  return (
    <div class="fixed-two">
      <Section title="The fix" about={`${count(attempts.length, "attempt")}, ${usd(fix?.usage.usdKnown ?? 0)}`}>
        <ol class="panel said-list">
          {steps.slice(-STEPS_MAX).map((step, index) => (
            <li key={`${step.seq}${index}`}>
              <time class="faint">{clockIn(step.at, from, to)}</time>
              <span>
                <Prose text={capital(step.text)} />
              </span>
            </li>
          ))}
          <li>
            <span class="faint">all of it</span>
            <a href={address("task", { task: pattern.fix })}>{fix?.title ?? pattern.fix}</a>
          </li>
        </ol>
      </Section>
      <Section title="Seen before" about="in all runs of this project">
        {known.length === 0 ? (
          <p class="faint">Never, in the runs that are kept.</p>
        ) : (
          <ul class="panel said-list">
            {known.map((text) => (
              <li key={text}>
                <span />
                <span>
                  <Prose text={text} />
                </span>
              </li>
            ))}
          </ul>
        )}
      </Section>
    </div>
  );
}
