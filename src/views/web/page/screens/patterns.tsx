/** Patterns: one cause behind several failures, who failed by it, the one fix, and who waits for that. */
import { capital } from "../../../../domain/words/wording.ts";
import { heldBehind } from "../../../model/attention-row.ts";
import { taskActs } from "../../../model/task-acts.ts";
import { clock, count, usd } from "../format.ts";
import { Acts } from "../parts/act.tsx";
import { Frame } from "../parts/frame.tsx";
import { Glyph, type GlyphName } from "../parts/glyph.tsx";
import { RunHead } from "../parts/run-head.tsx";
import { Scroll, Section } from "../parts/section.tsx";
import { address, cursor, page, select } from "../store.ts";
import type { FleetView, TaskView } from "../types.ts";
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
      <button type="button" {...(isOn ? { "aria-current": "true" as const } : {})} onClick={() => select(pattern.id)}>
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
  const attempts = page.value?.over.lines[pattern.fix]?.attempts ?? [];
  return (
    <section class="stack">
      <div class="one">
        <div>
          <p class="faint">One cause · found {clock(pattern.foundAt)}</p>
          <h2 class="h1">{capital(pattern.rootCause)}</h2>
          <p class="dim">
            {pattern.members.join(", ")} failed by it. {fix === undefined ? "" : fixLine(fix)}
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
      <Section title="The fix" about={`${count(attempts.length, "attempt")}, ${usd(fix?.usage.usdKnown ?? 0)}`}>
        <p class="dim">
          <a href={address("task", { task: pattern.fix })}>{pattern.fix}</a> {fix === undefined ? "" : fix.title}
        </p>
      </Section>
    </section>
  );
}
