/**
 * Time: a row per task, a character per stretch of time: waiting, at its limit, at work, being proved, waiting for you, with
 * what happened as marks. The moment under the cursor is what all other screens then show.
 */
import type { Mark, RunHistory, SpanKind, Span as Stretch } from "../../../app/look/history/run-history.ts";
import { TASK_STATES, type TaskView } from "../../../app/look/parts/task-view.ts";
import { bold, cell, dim, type Line, span, type Tone } from "../paint/line.ts";
import { ageText, clockMinutes } from "../paint/short-times.ts";
import { matches } from "./now.ts";
import { screenHead } from "./run-head.ts";
import type { Block, ScreenView } from "./screen.ts";
import { taskSign } from "./signs.ts";
import type { Watched } from "./watched.ts";

export interface TimeOptions {
  readonly width: number;
  /** 1: the whole run; 2: its second half; and so on. */
  readonly zoom: number;
  readonly filter: string;
  /** Below another screen, without a heading of its own. */
  readonly isPane?: boolean;
  /** Done and waiting tasks as well, all of them. */
  readonly isUnfolded: boolean;
}

const NAME_WIDTH = 14;

const STRETCHES: Readonly<Record<SpanKind, readonly [string, Tone]>> = {
  work: ["█", "working"],
  proof: ["▓", "proving"],
  wait: ["·", "waiting"],
  limit: ["░", "limit"],
  backoff: ["↻", "backoff"],
  you: ["?", "question"],
};

const MARKS: Readonly<Partial<Record<Mark["kind"], readonly [string, Tone]>>> = {
  failed: ["×", "failed"],
  gave_up: ["×", "failed"],
  restart: ["↻", "backoff"],
  sent_back: ["«", "merging"],
  merged: ["✓", "done"],
  done: ["✓", "done"],
};

interface Axis {
  readonly from: number;
  readonly to: number;
  readonly cells: number;
  readonly now: number;
}

export function timeScreen(watched: Watched, options: TimeOptions): ScreenView {
  const { width, isPane = false } = options;
  const axis = axisOf(watched, options);
  const eachMs = (axis.to - axis.from) / Math.max(1, axis.cells);
  const each = eachMs < 1_000 ? "less than a second" : ageText(eachMs);
  const head = isPane ? [] : [screenHead(watched, "Time", [dim(`a character is ${each}; ← → move the moment`)], width)];
  const tasks = shownTasks(watched, options);
  const left = watched.view.tasks.length - tasks.length;
  const rest: Block[] = left > 0 ? [{ lines: [[dim(`   ${left} more done or waiting, z unfolds`)]] }] : [];
  return {
    head: [...head, scale(axis)],
    blocks: [
      ...tasks.map((task) => taskRow(task, watched.history, axis)).filter((block) => matches(block, options.filter)),
      ...rest,
    ],
    foot: [legend(), momentLine(watched)],
  };
}

function axisOf({ history, now, view }: Watched, { width, zoom }: TimeOptions): Axis {
  const cells = Math.max(10, width - NAME_WIDTH - 4);
  const limits = history.limits.map(({ until }) => until);
  const to = view.run.endedAt ?? Math.max(now, ...limits.filter((until) => until < now + (now - history.from) / 3));
  const whole = Math.max(1_000, to - history.from);
  return { from: to - whole / zoom, to, cells, now };
}

/** In the order of attention. Of those that only wait or are done, a few. */
function shownTasks({ view }: Watched, { isUnfolded, filter }: TimeOptions): readonly TaskView[] {
  const rank = (task: TaskView) => TASK_STATES.indexOf(task.state);
  const sorted = view.tasks.toSorted((a, b) => rank(a) - rank(b) || (a.state === "done" ? b.since - a.since : 0));
  if (isUnfolded || filter !== "" || sorted.length <= 60) return sorted;
  const lively = sorted.filter(({ state }) => state !== "waiting" && state !== "done" && state !== "skipped");
  return lively.concat(sorted.filter((task) => !lively.includes(task)).slice(0, Math.max(0, 60 - lively.length)));
}

function taskRow(task: TaskView, history: RunHistory, axis: Axis): Block {
  const known = history.tasks.get(task.id);
  const cells = Array.from({ length: axis.cells }, (): readonly [string, Tone | undefined] => [" ", undefined]);
  for (const stretch of known?.spans ?? []) draw(cells, stretch, axis);
  for (const mark of known?.marks ?? []) {
    const sign = MARKS[mark.kind];
    const at = place(mark.at, axis);
    if (sign !== undefined && at >= 0 && at < axis.cells) cells[at] = sign;
  }
  return {
    id: `task:${task.id}`,
    task: task.id,
    lines: [[span(" "), taskSign(task), span(" "), cell(task.id, NAME_WIDTH), ...joined(cells)]],
  };
}

function draw(cells: (readonly [string, Tone | undefined])[], { kind, from, to }: Stretch, axis: Axis): void {
  const first = Math.max(0, place(from, axis));
  const last = Math.min(axis.cells - 1, place(to ?? axis.now, axis));
  for (let n = first; n <= last; n += 1) {
    // What was shorter than a cell still shows, and work is not painted over by the waiting after it.
    if (n === first && n !== last && cells[n]?.[0] === "█" && kind === "wait") continue;
    cells[n] = STRETCHES[kind];
  }
}

function place(at: number, { from, to, cells }: Axis): number {
  return Math.min(cells - 1, Math.floor(((at - from) / Math.max(1, to - from)) * cells));
}

/** Neighbours that mean the same are one span. */
function joined(cells: readonly (readonly [string, Tone | undefined])[]): Line {
  const line: { text: string; tone?: Tone }[] = [];
  for (const [sign, tone] of cells) {
    const last = line.at(-1);
    if (last !== undefined && last.tone === tone) last.text += sign;
    else line.push({ text: sign, ...(tone && { tone }) });
  }
  return line;
}

function scale(axis: Axis): Line {
  const row = " ".repeat(axis.cells).split("");
  const put = (at: number, text: string) => {
    const first = Math.max(0, Math.min(axis.cells - text.length, place(at, axis)));
    const room = row.slice(Math.max(0, first - 1), first + text.length + 1);
    if (room.every((letter) => letter === " ")) row.splice(first, text.length, ...text);
  };
  put(axis.now, "now");
  for (const at of ticks(axis)) put(at, clockMinutes(at));
  return [span(" ".repeat(NAME_WIDTH + 3)), dim(row.join(""))];
}

/** At full hours, halves or minutes, about one for each twelve cells. */
function ticks({ from, to, cells }: Axis): number[] {
  const minutes = [1, 2, 5, 10, 15, 30, 60, 120, 180, 360, 720, 1_440];
  const wanted = (to - from) / 60_000 / Math.max(1, cells / 12);
  const step = (minutes.find((each) => each >= wanted) ?? 2_880) * 60_000;
  const found: number[] = [];
  for (let at = Math.ceil(from / step) * step; at < to && found.length < cells; at += step) found.push(at);
  return found;
}

function legend(): Line {
  const parts: readonly (readonly [string, Tone, string])[] = [
    ["█", "working", "work"],
    ["▓", "proving", "proof"],
    ["·", "waiting", "wait"],
    ["░", "limit", "limit"],
    ["↻", "backoff", "restart"],
    ["×", "failed", "failure"],
    ["«", "merging", "sent back"],
    ["?", "question", "you"],
    ["✓", "done", "merged"],
  ];
  return [span(" "), ...parts.flatMap(([sign, tone, word]) => [span(sign, tone), span(` ${word} `)])];
}

function momentLine({ isPast, now, history }: Watched): Line {
  if (!isPast) return [dim(` ${history.seq} records; ← → or [ ] move the moment`)];
  return [
    span(" "),
    bold(clockMinutes(now)),
    span(` record ${history.seq}; all screens show this moment. 0 is now.`, "backoff"),
  ];
}
