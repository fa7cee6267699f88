/** The rows of Now: one per cause, per agent at work, per clock that runs, per thing that is waited for. */
import type { RunHistory } from "../../../app/look/history/run-history.ts";
import type { TaskView } from "../../../app/look/parts/task-view.ts";
import type { Because } from "../../../domain/because.ts";
import { becauseSentence } from "../../../engine/wording/because-words.ts";
import type { AttentionRow } from "../../model/attention.ts";
import { clip, plainText, widthOf } from "../../words.ts";
import { bold, cell, cellRight, dim, type Line, lineWidth, span, spread } from "../paint/line.ts";
import { ageText, clockMinutes, moneyText } from "../paint/short-times.ts";
import { type Block, flow } from "./screen.ts";
import { rowSign, signOf, taskSign } from "./signs.ts";
import { proofWords, untilWords, waitingGroups } from "./waits.ts";
import type { Watched } from "./watched.ts";

/** Names are never cut before this column; on a narrow screen what stands right of them goes first. */
const NAME_WIDTH = 15;
/** Of agents, of what Reeve does itself, of when something comes back. */
const WHO_WIDTH = 8;

export function needRow(row: AttentionRow, now: number, width: number): Block {
  const [task = ""] = row.tasks;
  const more = row.tasks.length > 1 ? `+${row.tasks.length - 1}` : "";
  const name = row.question !== null && row.kind !== "brake" ? `${row.question} ${task}${more}` : `${task}${more}`;
  const holds = row.holdsRun
    ? [bold("holds all")]
    : row.holds > 0
      ? [bold(`holds ${row.holds}`)]
      : [span(" ".repeat(7))];
  const age = row.since === null ? "" : ageText(now - row.since);
  const right: Line = width < 56 ? (row.holds > 0 ? holds : []) : [dim(cellRight(age, 5).text), span("  "), ...holds];
  const label = name === "" ? [] : [cell(name, Math.max(NAME_WIDTH, Math.min(24, widthOf(name)))), span("  ")];
  const left: Line = [span(" "), rowSign(row), span(" "), ...label];
  const room = width - lineWidth(left) - lineWidth(right) - 2;
  const what = row.cause !== null && widthOf(row.what) > room ? row.cause : row.what;
  const line = spread([...left, span(what)], right, width);
  return {
    lines: [line],
    id: row.id,
    ...(row.tasks[0] !== undefined && { task: row.tasks[0] }),
    ...(row.question !== null && { question: row.question }),
  };
}

export function workRow(task: TaskView, history: RunHistory, now: number, width: number): Block {
  const base = { id: `task:${task.id}`, task: task.id };
  const name = cell(task.at?.attempt ?? task.id, NAME_WIDTH);
  if (task.state !== "working") {
    const kind = task.state === "proving" ? "proof" : "merge";
    const cells = [cell(kind, WHO_WIDTH), span("  "), cellRight(ageText(now - task.since), 5), span("         ")];
    const left: Line = [span(" "), taskSign(task), span(" "), name, span("  "), ...cells, span(proofWords(task.move))];
    return { ...base, lines: [spread(left, [], width)] };
  }
  const usd = task.usage.usd ?? task.usage.usdKnown;
  const money = usd > 0 ? moneyText(usd) : "";
  const cells = [
    ...(width >= 60 ? [cell(task.agent, WHO_WIDTH), span("  ")] : []),
    cellRight(ageText(now - (task.at?.startedAt ?? task.since)), 5),
    span("  "),
    ...(width >= 70 ? [cellRight(money, 5), span("  ")] : []),
  ];
  const left: Line = [span(" "), taskSign(task), span(" "), name, span("  "), ...cells, span(doingOf(task, now))];
  const right = width >= 78 ? beside(task, history) : "";
  return { ...base, lines: [spread(left, right === "" ? [] : [dim(right)], width)] };
}

/** From then on it is said how long nothing was heard; where that is graded as quiet, from a minute on. */
const QUIET_MS = { healthy: 120_000, quiet: 60_000 } as const;

function doingOf({ at }: TaskView, now: number): string {
  if (at === null) return "starts";
  const quietMs = now - at.activityAt;
  const doing = at.activity === null ? "at work" : plainText(at.activity);
  return quietMs >= (at.grade === "quiet" ? QUIET_MS.quiet : QUIET_MS.healthy)
    ? `quiet ${ageText(quietMs)}: ${doing}`
    : doing;
}

function beside({ id, at }: TaskView, history: RunHistory): string {
  if (at !== null && at.grade !== "healthy") return at.grade;
  const calls = history.tasks.get(id)?.attempts.at(-1)?.calls ?? null;
  return calls === null ? "" : `${calls} calls`;
}

/** The failure itself says more in a list than the rule that follows from it. */
function shortWhy(because: Because): string {
  const { class: kind, message } = because.facts;
  const short = kind === undefined || message === undefined ? becauseSentence(because) : `${kind}: ${message}`;
  return plainText(short.replaceAll("_", " "));
}

export function backRows({ view, now }: Watched, width: number): Block[] {
  const restarts = view.tasks
    .filter(({ state }) => state === "backoff")
    .map((task): Block => {
      const when = task.until === null ? "soon" : untilWords(task.until, now);
      const why = task.because === null ? "" : shortWhy(task.because);
      const left: Line = [
        span(" "),
        signOf("backoff"),
        span(" "),
        cell(task.id, NAME_WIDTH),
        span("  "),
        cell(when, WHO_WIDTH),
      ];
      return { id: `task:${task.id}`, task: task.id, lines: [spread([...left, span("  "), span(why)], [], width)] };
    });
  const limits = view.accounts
    .filter(({ question }) => question === null)
    .map(({ account, until, waiting, kind }): Block => {
      const who = waiting === 1 ? "1 task waits" : `${waiting} tasks wait`;
      const text = `at its limit${kind === "guessed" ? ", by a guess" : ""}; ${who} for it`;
      return { id: `account:${account}`, lines: [clockRow(account, until, text, now, width)] };
    });
  const away = view.network.map(({ endpoint, probeAt, detail }): Block => {
    const text = `cannot be reached: ${plainText(detail)}`;
    return { id: `network:${endpoint}`, lines: [clockRow(endpoint, probeAt ?? now, text, now, width)] };
  });
  return [...restarts, ...limits, ...away];
}

function clockRow(name: string, at: number, text: string, now: number, width: number): Line {
  const left: Line = [span(" "), signOf("limit"), span(" "), cell(plainText(name), NAME_WIDTH), span("  ")];
  return spread([...left, cell(untilWords(at, now), WHO_WIDTH), span("  "), span(text)], [], width);
}

/** How far lists that stand in few rows are opened: each task in a row of its own, and which of them. */
export interface Unfolding {
  readonly isUnfolded: boolean;
  readonly filter: string;
}

/**
 * Names of a group, as many as fit in half of the row, and what they wait for. A filter leaves of a group the tasks it names, so
 * that keys mean one of those; unfolded, each has a row.
 */
export function waitRows({ view, now }: Watched, width: number, { isUnfolded, filter }: Unfolding): Block[] {
  const half = Math.max(20, Math.floor(width / 2));
  return waitingGroups(view, now).flatMap(({ tasks, words }) => {
    const named = tasks.filter(({ id }) => holds(id, filter));
    const meant = named.length > 0 ? named : tasks;
    const rows = isUnfolded ? meant.map((task) => [task]) : [meant];
    return rows.map((members): Block => {
      const [first] = members;
      const names = namesWithin(
        members.map(({ id }) => id),
        half - 4,
      );
      const line: Line = [span(" "), signOf("waiting"), span(" "), cell(names, half - 4), span("  "), dim(words)];
      return { id: `waits:${first?.id ?? words}`, lines: [line], ...(first && { task: first.id }) };
    });
  });
}

export function holds(text: string, filter: string): boolean {
  return text.toLowerCase().includes(filter.toLowerCase());
}

/** `a, b, c` · `a, b and 12 more` */
function namesWithin(names: readonly string[], width: number): string {
  let shown = names[0] ?? "";
  let best = names.length === 1 ? shown : "";
  for (let count = 1; count < names.length && widthOf(shown) <= width; count += 1) {
    const text = `${shown} and ${names.length - count} more`;
    if (widthOf(text) <= width) best = text;
    shown = `${shown}, ${names[count]}`;
    if (count === names.length - 1 && widthOf(shown) <= width) best = shown;
  }
  return best === "" ? clip(`${names.length} tasks, ${names[0]} first`, width) : best;
}

/** The newest first, side by side in one row; unfolded or filtered, each has a row that can be opened. */
export function doneRows({ view, history }: Watched, width: number, { isUnfolded, filter }: Unfolding): Block[] {
  const ended = view.tasks
    .filter(({ state }) => state === "done" || state === "skipped")
    .toSorted((a, b) => b.since - a.since);
  if (isUnfolded || filter !== "")
    return ended.slice(0, DONE_MAX).map((task): Block => {
      const commit = history.tasks.get(task.id)?.commit ?? null;
      const what = task.state === "skipped" ? "skipped" : commit === null ? "" : `merged as ${commit.slice(0, 8)}`;
      const left: Line = [span(" "), taskSign(task), span(" "), cell(task.id, NAME_WIDTH), span("  ")];
      const line = [...left, dim(clockMinutes(task.since)), span("  "), span(what)];
      return { id: `done:${task.id}`, task: task.id, lines: [spread(line, [], width)] };
    });
  const items = ended.map((task): Line => [taskSign(task), span(` ${task.id} `), dim(clockMinutes(task.since))]);
  return items.length === 0 ? [] : flow(items, width, 1).map((line): Block => ({ id: "done", lines: [line] }));
}

const DONE_MAX = 2_000;
