/** Money: over time beside its budget, what it bought, by agent and model, the dearest tasks. */
import { acts } from "../../../model/act.ts";
import { budget, tokens, usd } from "../format.ts";
import { ActButton } from "../parts/act.tsx";
import { Frame } from "../parts/frame.tsx";
import { Glyph } from "../parts/glyph.tsx";
import { RunHead } from "../parts/run-head.tsx";
import { Scroll, Section } from "../parts/section.tsx";
import { address, now, page, select } from "../store.ts";
import type { TaskLine, TaskView } from "../types.ts";
import { agentClass } from "./gantt.tsx";
import { MoneyChart } from "./money-chart.tsx";

const DEAREST_MAX = 10;
const HOUR = 3_600_000;

export function MoneyScreen() {
  return (
    <Frame>
      <RunHead />
      <div class="mon">
        <div class="stack">
          <Section title="Over time" about={rate()}>
            <figure class="panel chart">
              <MoneyChart />
            </figure>
          </Section>
          <Dearest />
        </div>
        <div class="stack">
          <Bought />
          <ByModel />
          <Budgets />
        </div>
      </div>
    </Frame>
  );
}

function rate(): string {
  const shown = page.value;
  if (shown === null) return "";
  const { from, money } = shown.over;
  const sum = shown.view.usage.usdKnown;
  const hours = Math.max(1 / 60, ((shown.view.run.endedAt ?? now.value) - from) / HOUR);
  const before = money.findLast(({ at }) => at < now.value - HOUR)?.usd ?? 0;
  const pace = shown.view.run.endedAt === null ? `, ${usd(shown.over.burn.usdPerMinute)} a minute now` : "";
  return hours < 1
    ? `${usd(sum)} so far${pace}`
    : `${usd(sum / hours)} an hour, ${usd(sum - before)} in the last${pace}`;
}

function Dearest() {
  const tasks = [...(page.value?.view.tasks ?? [])]
    .filter(({ usage }) => usage.usdKnown > 0)
    .sort((a, b) => b.usage.usdKnown - a.usage.usdKnown);
  const most = tasks[0]?.usage.usdKnown ?? 1;
  const lines = page.value?.over.lines ?? {};
  if (tasks.length === 0) return null;
  return (
    <Section title="The dearest tasks" about="with all their attempts">
      <Scroll label="The dearest tasks">
        <table>
          <thead>
            <tr>
              <th>Task</th>
              <th class="num">Attempts</th>
              <th class="span">Cost</th>
              <th class="num">Sum</th>
              <th>Why so much</th>
            </tr>
          </thead>
          <tbody>
            {tasks.slice(0, DEAREST_MAX).map((task) => (
              <tr key={task.id}>
                <td class="nowrap">
                  <Glyph name={task.state} />{" "}
                  <a href={address("task", { task: task.id })} data-row={task.id} onFocus={() => select(task.id)}>
                    {task.id}
                  </a>
                </td>
                <td class="num">{task.attempts}</td>
                <td class="span">
                  <Bar share={task.usage.usdKnown / most} kind="f-working" />
                </td>
                <td class="num">{usd(task.usage.usdKnown)}</td>
                <td class="dim">{why(lines[task.id])}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
    </Section>
  );
}

/** What made it dear, in few words. */
function why(line: TaskLine | undefined): string {
  const ends = (line?.attempts ?? []).map(({ ended }) => ended);
  const of = (end: string) => ends.filter((each) => each === end).length;
  const some = (n: number, one: string, many: string) => (n === 0 ? [] : [n === 1 ? one : `${n} ${many}`]);
  const parts = [
    ...some(of("gate_failed"), "a failed gate", "failed gates"),
    ...some(of("sent_back"), "a conflict", "conflicts"),
    ...some(of("failed"), "a failure", "failures"),
    ...some(of("blocked"), "a question", "questions"),
    ...some(of("lost"), "a lost attempt", "lost attempts"),
  ];
  return parts.length === 0 ? "nothing went wrong" : parts.join(" and ");
}

function Bar({ share, kind }: { share: number; kind: string }) {
  return (
    <svg class="hb" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
      <rect class="rail" width="100" height="8" />
      <rect class={kind} width={Math.max(0, Math.min(100, share * 100))} height="8" />
    </svg>
  );
}

/** Merged work, work that is still open, further tries, and what was given up. */
function bought(tasks: readonly TaskView[]): readonly (readonly [string, string, number])[] {
  const lines = page.value?.over.lines ?? {};
  const sums = { merged: 0, open: 0, tries: 0, lost: 0 };
  for (const { id, state, usage } of tasks) {
    const attempts = lines[id]?.attempts ?? [];
    const further = attempts.slice(0, -1).reduce((sum, attempt) => sum + (attempt.usage.usd ?? 0), 0);
    const own = Math.max(0, usage.usdKnown - further);
    if (state === "failed" || state === "skipped") sums.lost += usage.usdKnown;
    else {
      sums.tries += further;
      if (state === "done") sums.merged += own;
      else sums.open += own;
    }
  }
  return [
    ["f-done", "merged work", sums.merged],
    ["f-working", "work still open", sums.open],
    ["f-backoff", "tries before the last", sums.tries],
    ["f-failed", "given up, so far for nothing", sums.lost],
  ];
}

function Bought() {
  const parts = bought(page.value?.view.tasks ?? []);
  const sum = Math.max(
    0.0001,
    parts.reduce((all, [, , each]) => all + each, 0),
  );
  let x = 0;
  return (
    <Section title="What it bought">
      <div class="panel pad">
        <svg
          class="split"
          viewBox="0 0 300 16"
          preserveAspectRatio="none"
          role="img"
          aria-label={parts.map(([, name, each]) => `${name} ${usd(each)}`).join(", ")}
        >
          {parts.map(([kind, name, each]) => {
            const width = (300 * each) / sum;
            x += width;
            return <rect key={name} class={kind} x={x - width} width={Math.max(0, width - 2)} height="16" />;
          })}
        </svg>
        <dl class="kv money-kv">
          {parts.map(([kind, name, each]) => (
            <>
              <dt key={`${name}t`}>
                <svg class="dot" viewBox="0 0 9 9" aria-hidden="true">
                  <rect class={kind} width="9" height="9" rx="2" />
                </svg>
                {name}
              </dt>
              <dd key={name}>{usd(each)}</dd>
            </>
          ))}
        </dl>
      </div>
    </Section>
  );
}

function ByModel() {
  const spent = (page.value?.over.spent ?? []).filter((each) => each.usd > 0);
  const sum = spent.reduce((all, each) => all + each.usd, 0);
  const most = spent[0]?.usd ?? 1;
  if (spent.length === 0) return null;
  return (
    <Section title="By agent and model">
      <Scroll label="By agent and model">
        <table>
          <tbody>
            {spent.map(({ agent, model, usd: each }) => (
              <tr key={`${agent}${model}`}>
                <td class="nowrap">
                  {agent} <span class="faint">{model ?? ""}</span>
                </td>
                <td class="span">
                  <Bar share={each / most} kind={agentClass(agent)} />
                </td>
                <td class="num">{usd(each)}</td>
                <td class="num dim">{Math.round((100 * each) / sum)} %</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
    </Section>
  );
}

interface Limit {
  readonly what: string;
  readonly share: number;
  readonly text: string;
}

const SHARED: Readonly<Record<string, string>> = {
  day: "Today, all runs",
  project: "Project, all runs",
  machine: "Today, all projects",
};

/** What the run may use of each thing, and has used; then what it shares with others. */
function limits(): readonly Limit[] {
  const shown = page.value;
  if (shown === null) return [];
  const { budgets, usage, caps } = shown.view;
  const own = limitsOf("This run", budgets, { usd: usage.usdKnown, tokens: usage.tokens });
  const { usdPerMinute, limit: perMinute } = shown.over.burn;
  return [
    ...own,
    ...caps.flatMap(({ whose, limit, used }) => limitsOf(SHARED[whose] ?? whose, limit, used)),
    ...limitsOf("Per minute, of the last 5", { usd: perMinute }, { usd: usdPerMinute }),
  ];
}

type Amounts = { readonly usd?: number | null; readonly tokens?: number };

function limitsOf(what: string, limit: Amounts, used: Amounts): readonly Limit[] {
  const row = (most: number | null | undefined, amount: number, text: (amount: number) => string, all = text) =>
    most == null ? [] : [{ what, share: amount / most, text: `${text(amount)} of ${all(most)}` }];
  return [
    ...row(limit.usd, used.usd ?? 0, usd, budget),
    ...row(limit.tokens, used.tokens ?? 0, (amount) => `${tokens(amount)} tokens`, tokens),
  ];
}

function Budgets() {
  const rows = limits();
  const phase = page.value?.view.run.phase;
  return (
    <Section title="Budgets">
      <Scroll label="Budgets">
        {rows.length === 0 ? (
          <p class="faint pad">This run has no budget.</p>
        ) : (
          <table>
            <tbody>
              {rows.map(({ what, share, text }) => (
                <tr key={what + text}>
                  <td>{what}</td>
                  <td class="span">
                    <Bar share={share} kind={share >= 1 ? "f-failed" : "f-ink"} />
                  </td>
                  <td class="num nowrap">{text}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
        <p class="faint pad">
          What you grant counts at once and for this run; <code>budgets</code> in reeve.yaml counts from the next start.
        </p>
      </Scroll>
      {phase === "ended" ? null : (
        <div class="acts below">
          <ActButton act={acts.grant("run")} />
        </div>
      )}
    </Section>
  );
}
