/**
 * Now: what needs you, what moves, what comes back by itself, what waits and on what, what is done. Where the screen is too
 * short, rows are given away from the bottom up, and a count stands for what is cut.
 */
import { EMPTY, type Line, span } from "../paint/line.ts";
import { backRows, doneRows, holds, needRow, waitRows, workRow } from "./now-rows.ts";
import { runHead } from "./run-head.ts";
import { type Block, type ScreenView, section } from "./screen.ts";
import type { Watched } from "./watched.ts";

export interface NowOptions {
  readonly width: number;
  readonly height: number;
  /** All rows, however many. */
  readonly isUnfolded: boolean;
  readonly filter: string;
}

interface Section {
  readonly title: string;
  readonly count: number;
  readonly blocks: readonly Block[];
}

/** Below this the signs alone tell one section from the next. */
const HEADS_MIN_ROWS = 18;

export function nowScreen(watched: Watched, options: NowOptions): ScreenView {
  const { width, height, isUnfolded, filter } = options;
  const head = [...runHead(watched, width), ...calmLines(watched)];
  const sections = sectionsOf(watched, options)
    .map((each) => ({ ...each, blocks: each.blocks.filter((block) => matches(block, filter)) }))
    .filter(({ blocks }) => blocks.length > 0);
  const hasHeads = height >= HEADS_MIN_ROWS;
  const room = height - head.length - (hasHeads ? sections.length : 0);
  const kept = isUnfolded || filter !== "" ? sections.map(({ blocks }) => blocks.length) : shares(sections, room);
  const blocks = sections.flatMap((each, n) => [
    ...(hasHeads ? [{ lines: [section(`${each.title} ${each.count}`, width)] }] : []),
    ...shown(each, kept[n] ?? 0),
  ]);
  return { head, blocks };
}

function calmLines({ rows, calm }: Watched): Line[] {
  return rows.length > 0 ? [] : [EMPTY, [span(`  ${calm}`)], EMPTY];
}

function sectionsOf(watched: Watched, options: NowOptions): Section[] {
  const { width } = options;
  const { view, rows, now, history } = watched;
  const atWork = view.tasks.filter(({ state }) => state === "working" || state === "proving" || state === "merging");
  const order = ["working", "proving", "merging"];
  const working = atWork.toSorted((a, b) => order.indexOf(a.state) - order.indexOf(b.state));
  const waiting = view.tasks.filter(({ state }) => state === "waiting").length;
  const done = view.tasks.filter(({ state }) => state === "done" || state === "skipped").length;
  const back = backRows(watched, width);
  return [
    { title: "NEEDS YOU", count: rows.length, blocks: rows.map((row) => needRow(row, now, width)) },
    { title: "WORKING", count: working.length, blocks: working.map((task) => workRow(task, history, now, width)) },
    { title: "BACK BY ITSELF", count: back.length, blocks: back },
    { title: "WAITING", count: waiting, blocks: waitRows(watched, width, options) },
    { title: "DONE", count: done, blocks: doneRows(watched, width, options) },
  ];
}

export function matches(block: Block, filter: string): boolean {
  if (filter === "") return true;
  return holds(block.lines.flatMap((line) => line.map((each) => each.text)).join(""), filter);
}

/** How many rows each section gets: the last gives first. */
function shares(sections: readonly Section[], room: number): number[] {
  const kept = sections.map(({ blocks }) => blocks.length);
  let over = kept.reduce((sum, count) => sum + count, 0) - Math.max(0, room);
  for (let n = kept.length - 1; n >= 0 && over > 0; n -= 1) {
    const given = Math.min(over, (kept[n] ?? 0) - (n < 2 ? 1 : 0));
    kept[n] = (kept[n] ?? 0) - Math.max(0, given);
    over -= Math.max(0, given);
  }
  return kept;
}

function shown({ blocks, title }: Section, count: number): readonly Block[] {
  if (count >= blocks.length) return blocks;
  if (count === 0) return [];
  const more = blocks.length - (count - 1);
  const rest: Block = { id: `more:${title}`, lines: [[span(`   ${more} more, z unfolds`, undefined, "dim")]] };
  return [...blocks.slice(0, count - 1), rest];
}
