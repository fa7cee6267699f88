/** The picture of the night: agents at work as an area, what happened as marks below it, limits as bands. SVG, drawn from data only. */
import { durationOf } from "../words.ts";
import { type Html, html } from "./html.ts";
import type { Night, ShownMark } from "./night.ts";

const WIDTH = 720;
const [TOP, BASE, FOOT] = [18, 92, 142];
const HOURS = [1, 2, 5, 10, 15, 30, 60, 120, 240, 360, 720, 1440].map((minutes) => minutes * 60_000);
const TICKS_MAX = 9;

export function nightChart(night: Night, clock: (at: number) => string): Html {
  const x = (at: number) => round(4 + ((at - night.from) / (night.to - night.from)) * (WIDTH - 8));
  const label = `Agents at work from ${clock(night.from)} to ${clock(night.to)}, at most ${night.peak} at once`;
  return html`<figure><svg viewBox="0 0 ${WIDTH} 150" role="img" aria-label="${label}">
${ticks(night).map((at) => html`<path class="grid" d="M${x(at)} ${TOP}V128"/><text class="mid" x="${x(at)}" y="${FOOT}">${clock(at)}</text>`)}
${night.limits.map((band) => bandOf(band, x))}
<path class="area" d="${areaPath(night, x)}"/><path class="axis" d="M4 ${BASE}H${WIDTH - 4}"/>
${night.marks.map(({ at, kind }) => MARKS[kind](x(at)))}
<text x="6" y="14">Agents at work, at most ${night.peak}</text></svg>
<p class="key"><span><i class="k5"></i>agents at work</span><span><i class="k1"></i>done</span><span><i class="k2"></i>failed</span><span><i class="k3"></i>restarted</span><span><i class="k4"></i>asked you</span></p></figure>`;
}

const MARKS: Readonly<Record<ShownMark, (x: number) => Html>> = {
  merged: (x) => html`<circle class="m-done" cx="${x}" cy="103" r="3.2"/>`,
  failed: (x) => html`<path class="m-fail" d="M${round(x - 2.6)} 109.4l5.2 5.2m0-5.2-5.2 5.2"/>`,
  restart: (x) => html`<circle class="m-back" cx="${x}" cy="121" r="2.6"/>`,
  question: (x) => html`<circle class="m-q" cx="${x}" cy="121" r="3.6"/>`,
};

function bandOf({ agent, from, to }: Night["limits"][number], x: (at: number) => number): Html {
  const width = Math.max(1, round(x(to) - x(from)));
  return html`<rect class="lim" x="${x(from)}" y="${TOP}" width="${width}" height="106"/><text class="limt" x="${x(from) + 6}" y="32">${agent} at its limit, ${durationOf(to - from)}</text>`;
}

/** A step for each change: nobody works half. */
function areaPath({ steps, peak, to }: Night, x: (at: number) => number): string {
  const y = (working: number) => round(BASE - (working / peak) * (BASE - TOP - 8));
  const path = steps.map(({ at, working }) => `H${x(at)}V${y(working)}`).join("");
  return `M4 ${BASE}${path}H${x(to)}V${BASE}Z`;
}

/** Full hours, or a smaller part of them, at most so many. */
function ticks({ from, to }: Night): readonly number[] {
  const every = HOURS.find((step) => (to - from) / step <= TICKS_MAX) ?? (to - from) / TICKS_MAX;
  const offset = new Date(from).getTimezoneOffset() * 60_000;
  const first = Math.ceil((from - offset) / every) * every + offset;
  return Array.from({ length: TICKS_MAX + 1 }, (_, n) => first + n * every).filter((at) => at > from && at < to);
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
