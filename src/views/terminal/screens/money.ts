/** Money: what it cost against its budget, by task and by agent, and what it bought. What has no price is said to have none. */
import type { TaskView } from "../../../app/look/parts/task-view.ts";
import { type Forecast, forecastOf } from "../../model/forecast.ts";
import { bold, cell, cellRight, dim, EMPTY, hanging, type Line, span, type Tone } from "../paint/line.ts";
import { budgetMoney, clockMinutes, moneyText } from "../paint/short-times.ts";
import { matches } from "./now.ts";
import { moneySpans, screenHead } from "./run-head.ts";
import { type Block, type ScreenView, section } from "./screen.ts";
import { taskSign } from "./signs.ts";
import type { Watched } from "./watched.ts";

const HOUR_MS = 3_600_000;
const BAR = 22;

export function moneyScreen(watched: Watched, width: number, filter: string): ScreenView {
  const head = screenHead(watched, "Money", [...moneySpans(watched), span(rateText(watched))], width);
  return {
    head: [head, EMPTY, ...budgetLines(watched, width)],
    blocks: [...taskBlocks(watched, width, filter), ...agentBlocks(watched, width), ...boughtBlocks(watched, width)],
  };
}

/** In the last hour, from what attempts told of. */
function rateText({ history, now }: Watched): string {
  const last = history.money.at(-1)?.usd ?? 0;
  const before = history.money.findLast(({ at }) => at <= now - HOUR_MS)?.usd ?? 0;
  return last === 0 ? "" : `   ${moneyText(last - before)} in the last hour`;
}

/** What it came to and what it will, on one scale; where there is a budget, with its end and the mark at four fifths. */
function budgetLines(watched: Watched, width: number): Line[] {
  const { view, history, now, isPast } = watched;
  const spent = view.usage.usdKnown;
  const limit = view.budgets.usd;
  const ahead = isPast || history.money.length === 0 ? null : forecastOf(view, history, now);
  const room = Math.max(10, width - 24);
  const scale = { room, most: Math.max(limit ?? 0, spent, ahead?.usdHigh ?? 0) };
  const hasBars = limit !== undefined || ahead !== null;
  return [
    ...(hasBars ? [nowLine(spent, limit, scale)] : []),
    ...(ahead === null ? [] : [endLine(ahead, scale)]),
    ...(limit === undefined ? noBudget(history.money.length === 0, width) : [marksLine(limit, scale)]),
    ...(ahead === null ? [] : [endsLine(ahead, limit)]),
    ...(view.usage.usdUnknown ? [[dim(" Some of it has no known price, so this is the least it came to.")]] : []),
  ];
}

interface Scale {
  readonly room: number;
  readonly most: number;
}

function columnsOf(usd: number, { room, most }: Scale): number {
  return most === 0 ? 0 : Math.min(room, Math.round((usd / most) * room));
}

function nowLine(spent: number, limit: number | undefined, scale: Scale): Line {
  const filled = columnsOf(spent, scale);
  const tone: Tone | undefined =
    limit === undefined || spent < limit * 0.8 ? undefined : spent >= limit ? "failed" : "backoff";
  return [
    dim(" now  "),
    span("█".repeat(filled), tone),
    dim("·".repeat(scale.room - filled)),
    span("  "),
    bold(moneyText(spent)),
  ];
}

/** A guess, said as one: what it will come to, and by how much that may be wrong. */
function endLine({ usd, usdLow, usdHigh }: Forecast, scale: Scale): Line {
  const [low, high] = [columnsOf(usdLow, scale), columnsOf(usdHigh, scale)];
  return [
    dim(" end  "),
    span("█".repeat(low)),
    span("▒".repeat(high - low)),
    dim("·".repeat(scale.room - high)),
    span("  "),
    bold(moneyText(usd)),
    dim(` ±${moneyText(usdHigh - usd).slice(1)}`),
  ];
}

function endsLine({ at, usdHigh, usdLow }: Forecast, limit: number | undefined): Line {
  const when = ` By what its done tasks took, it ends about ${clockMinutes(at)}`;
  if (limit === undefined || usdHigh <= limit) return [dim(`${when}.`)];
  return usdLow > limit
    ? [span(`${when}, beyond its budget: it will be stopped before.`, "failed")]
    : [span(`${when}, perhaps beyond its budget.`, "backoff")];
}

function noBudget(isNew: boolean, width: number): Line[] {
  const text = `${isNew ? "No agent has reported a cost yet. " : ""}The run has no budget in dollars; budgets.usd in reeve.yaml sets one.`;
  return hanging([span(" ")], text, width, { weight: "dim" });
}

function marksLine(limit: number, scale: Scale): Line {
  const at = (usd: number) => 6 + columnsOf(usd, scale);
  const warn = "80 % tells you ┘";
  const end = `${budgetMoney(limit)} ┘`;
  const left = Math.max(0, at(limit * 0.8) - warn.length);
  const gap = at(limit) - Math.max(left + warn.length, at(limit * 0.8)) - end.length;
  return [dim(`${" ".repeat(left)}${warn}${gap >= 0 ? `${" ".repeat(gap)}${end}` : ""}`)];
}

function usdOf({ usage }: Pick<TaskView, "usage">): number {
  return usage.usd ?? usage.usdKnown;
}

function taskBlocks({ view }: Watched, width: number, filter: string): Block[] {
  const paid = view.tasks.filter((task) => usdOf(task) > 0).toSorted((a, b) => usdOf(b) - usdOf(a));
  if (paid.length === 0) return [];
  const most = usdOf(paid[0] ?? { usage: { tokens: 0, usd: 1, usdKnown: 1 } });
  const rows = paid.map((task): Block => {
    const bar = "█".repeat(Math.max(1, Math.round((usdOf(task) / most) * BAR)));
    const line: Line = [
      span(" "),
      taskSign(task),
      span(" "),
      cell(task.id, 15),
      cellRight(`${task.attempts}`, 3),
      span("  "),
      cell(bar, BAR, "working"),
      cellRight(moneyText(usdOf(task)), 8),
      dim(`  ${whyText(task)}`),
    ];
    return { id: `task:${task.id}`, task: task.id, lines: [line] };
  });
  return [{ lines: [section("BY TASK", width)] }, ...rows.filter((block) => matches(block, filter))];
}

function whyText({ state, attempts, restarts }: TaskView): string {
  if (state === "failed") return "gave up";
  if (restarts > 0) return `${restarts} ${restarts === 1 ? "restart" : "restarts"}`;
  return attempts > 1 ? `${attempts} attempts` : "";
}

function agentBlocks({ history }: Watched, width: number): Block[] {
  const spenders = [...history.spent.values()]
    .filter(({ usd, tokens }) => usd > 0 || tokens > 0)
    .toSorted((a, b) => b.usd - a.usd);
  if (spenders.length === 0) return [];
  const total = spenders.reduce((sum, { usd }) => sum + usd, 0);
  const most = Math.max(0.000_001, spenders[0]?.usd ?? 0);
  const rows = spenders.map(
    ({ agent, model, usd, tokens }): Line => [
      span(" "),
      cell(model === null ? agent : `${agent} ${model}`, 20),
      cell("█".repeat(Math.round((usd / most) * BAR)), BAR, "working"),
      cellRight(usd > 0 ? moneyText(usd) : "no price", 9),
      dim(cellRight(total > 0 ? `${Math.round((usd / total) * 100)} %` : "", 7).text),
      dim(`  ${Math.round(tokens / 1_000)}k tokens`),
    ],
  );
  return [{ lines: [section("BY AGENT AND MODEL", width), ...rows] }];
}

function boughtBlocks({ view, history }: Watched, width: number): Block[] {
  const sums = { done: 0, open: 0, failed: 0, again: 0 };
  for (const task of view.tasks) {
    const attempts = history.tasks.get(task.id)?.attempts ?? [];
    const last = attempts.length < 2 ? usdOf(task) : (attempts.at(-1)?.usage.usd ?? 0);
    sums.again += Math.max(0, usdOf(task) - last);
    if (task.state === "done") sums.done += last;
    else if (task.state === "failed" || task.state === "skipped") sums.failed += last;
    else sums.open += last;
  }
  if (Object.values(sums).every((usd) => usd === 0)) return [];
  const line: Line = [
    span(` ${moneyText(sums.done)}`, "done"),
    span(" done   "),
    span(moneyText(sums.open), "working"),
    span(" still open   "),
    span(moneyText(sums.again), "backoff"),
    span(" earlier attempts   "),
    span(moneyText(sums.failed), "failed"),
    span(" given up"),
  ];
  return [{ lines: [section("WHAT IT BOUGHT", width), line] }];
}
