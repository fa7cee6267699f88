/** The report as one page that loads nothing and runs nothing: its own policy forbids both. What agents wrote is text in it. */
import type { TaskState } from "../../app/look/parts/task-view.ts";
import type { Decision } from "./decisions.ts";
import type { Failed } from "./failed-rows.ts";
import type { FirstLook } from "./first-looks.ts";
import type { GivenUp } from "./given-up.ts";
import { coded, Html, html } from "./html.ts";
import type { MergedRow } from "./merged-rows.ts";
import type { Money, MoneyKind } from "./money.ts";
import { nightChart } from "./night-chart.ts";
import type { Report } from "./report.ts";
import { SIGNS, STYLE } from "./report-style.ts";

/** Above so many a cell a task says nothing; then a bar says how many of each. */
const CELLS_MAX = 60;

export interface Clocks {
  /** 14:05 */
  readonly time: (at: number) => string;
  /** With its day. */
  readonly day: (at: number) => string;
}

export function reportHtml(report: Report, clocks: Clocks): string {
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${report.project} ${report.run}, ${clocks.day(report.at)} · Reeve</title>
<style>${new Html(STYLE)}</style>
</head>
<body>
${new Html(SIGNS)}
<main>
<p class="brand"><svg viewBox="0 0 20 20" aria-hidden="true"><path d="M4 3v14M8 3v14M12 3v14M16 3v14M2 13 18 7"/></svg>Reeve<span class="meta">${clocks.day(report.at)} · ${report.project} · ${report.run}</span></p>
<h1>${report.headline.map((line) => html`<span>${line}</span> `)}</h1>
<p class="lede">${coded(report.lede)} <b>${report.next}</b></p>
${tally(report.tally)}
<div class="four">${report.figures.map(({ value, label }) => html`<div><b>${value}</b><span>${label}</span></div>`)}</div>
${section("Decide", report.decide.map(card))}
${section("Look at first in review", firstRows(report))}
${section("Over time", report.night.steps.length === 0 ? [] : [nightChart(report.night, clocks.time)])}
${section("Done and proved", mergedTable(report))}
${section("Tried and given up", report.givenUp.length === 0 ? [] : [html`<ol class="rows">${report.givenUp.map(givenUpRow)}</ol>`])}
${section("What failed, and what was decided", report.failed.length === 0 ? [] : [html`<ol class="rows">${report.failed.map(failedRow)}</ol>`])}
${section("Money", moneyParts(report.money))}
${section("What advisors recommend", report.recommended.length === 0 ? [] : [html`<ol class="rows">${report.recommended.map((text) => rowOf("review", html`${text}`))}</ol>`])}
<footer class="small">Written by <code>reeve report --html</code> from records 1 to ${report.seq}. One file; it loads nothing and sends nothing.</footer>
</main>
</body>
</html>
`;
  return page.markup;
}

function section(title: string, parts: readonly Html[]): Html | null {
  return parts.length === 0 ? null : html`<h2>${title}</h2>${parts}`;
}

function tally(states: readonly TaskState[]): Html {
  const counts = new Map<TaskState, number>();
  for (const state of states) counts.set(state, (counts.get(state) ?? 0) + 1);
  const label = [...counts].map(([state, n]) => `${n} ${state}`).join(", ");
  if (states.length <= CELLS_MAX)
    return html`<div class="tally" role="img" aria-label="${label}">${states.map((state) => html`<i class="${state}"></i>`)}</div>`;
  return html`<svg class="split" viewBox="0 0 ${states.length} 1" preserveAspectRatio="none" role="img" aria-label="${label}">${shares(counts)}</svg>`;
}

function shares(counts: ReadonlyMap<TaskState, number>): readonly Html[] {
  let x = 0;
  return [...counts].map(([state, n]) => {
    const share = html`<rect class="s-${state}" x="${x}" width="${n}" height="1"/>`;
    x += n;
    return share;
  });
}

function sign(name: string): Html {
  return html`<svg class="i ${name}" aria-hidden="true"><use href="#${name}"/></svg>`;
}

function card({ state, what, advice, detail, evidence, waiting, commands }: Decision): Html {
  return html`<div class="card">${sign(state)}<h3>${coded(what)}</h3>
${detail === null ? null : html`<p>${coded(detail)}</p>`}${evidence.map((line) => html`<p class="small"><code class="line">${line}</code></p>`)}${advice === null ? null : html`<p><b>${advice}</b></p>`}<p>${waiting}</p>${commands.map((command) => html`<code class="cmd">${command}</code>`)}</div>`;
}

function firstRows({ first, run }: Report): readonly Html[] {
  if (first.length === 0) return [];
  const row = ({ task, state, files, why }: FirstLook) =>
    rowOf(state, html`<b>${task}</b>, ${files}. ${coded(why.join(" "))}`);
  return [html`<ol class="rows">${first.map(row)}</ol>`, html`<code class="cmd">reeve review --run ${run}</code>`];
}

function rowOf(state: string, content: Html): Html {
  return html`<li>${sign(state)}<div>${content}</div></li>`;
}

function mergedTable({ merged, run }: Report): readonly Html[] {
  if (merged.length === 0) return [];
  const row = ({ task, title, how, files, gates, cost }: MergedRow) => html`
<tr><td>${sign("done")} ${task}</td><td class="dim hide">${title}${how === "" ? null : html`<br><span class="small">${how}</span>`}</td><td class="n dim hide">${files}</td><td class="n">${gates}</td><td class="n">${cost}</td></tr>`;
  return [
    html`<table><thead><tr><th>Task</th><th class="hide">What</th><th class="n hide">Changed</th><th class="n">Gates</th><th class="n">Cost</th></tr></thead><tbody>${merged.map(row)}</tbody></table>`,
    html`<p class="small after">Each has a receipt: Reeve ran the gates itself, on the commit that was merged.</p><code class="cmd">reeve verify ${run}</code>`,
  ];
}

function givenUpRow({ task, title, tried, why, never }: GivenUp): Html {
  const lost =
    never.length === 0 ? null : html`<br><span class="small">Never begun because of it: ${never.join(", ")}.</span>`;
  return rowOf("failed", html`<b>${task}</b> ${title}. <span class="dim">${tried}.</span> ${coded(why)}${lost}`);
}

function failedRow({ state, what, tasks, decided }: Failed): Html {
  const who = tasks.length === 0 ? "" : `: ${tasks.join(", ")}`;
  return rowOf(state, html`<b>${coded(what)}</b>${who}. ${coded(decided)}`);
}

const FILLS: Readonly<Record<MoneyKind, string>> = {
  done: "fd",
  open: "fw",
  again: "fb",
  given_up: "ff",
  advice: "fa",
};
const KEYS: Readonly<Record<MoneyKind, string>> = { done: "k1", open: "k5", again: "k3", given_up: "k2", advice: "k6" };

function moneyParts({ total, budget, parts, spenders }: Money): readonly Html[] {
  if (spenders.length === 0) return [];
  const by = spenders.map(({ who, used }) => `${who}: ${used}`).join(" · ");
  const sum = html`<p class="dim">${total}${budget === null ? "" : ` ${budget}`}. ${by}</p>`;
  if (parts.length === 0) return [sum];
  const all = parts.reduce((so, { usd }) => so + usd, 0);
  let x = 0;
  const bars = parts.map(({ kind, usd }) => {
    const width = Math.round((usd / all) * 3000) / 10;
    const bar = html`<rect class="${FILLS[kind]}" x="${Math.round(x * 10) / 10}" width="${width}" height="16"/>`;
    x += width;
    return bar;
  });
  const label = parts.map((part) => `${part.label} $${part.usd.toFixed(2)}`).join(", ");
  return [
    html`<svg class="split" viewBox="0 0 300 16" preserveAspectRatio="none" role="img" aria-label="${label}">${bars}</svg>`,
    html`<p class="key">${parts.map((part) => html`<span><i class="${KEYS[part.kind]}"></i>${part.label} $${part.usd.toFixed(2)}</span>`)}</p>`,
    sum,
  ];
}
