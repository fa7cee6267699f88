/**
 * What a screen is made of: rows that stay at the top, and below them blocks that can be under the cursor. Which of them are
 * seen, and where the cursor is, is decided in one place for all screens.
 */
import { clipLine, dim, type Line, lineWidth, span } from "../paint/line.ts";

export interface Block {
  readonly lines: readonly Line[];
  /** Absent: the cursor passes over it. */
  readonly id?: string;
  /** Whom it is about. */
  readonly task?: string;
  readonly question?: string;
}

export interface ScreenView {
  readonly head: readonly Line[];
  readonly blocks: readonly Block[];
  /** Stays at the bottom. */
  readonly foot?: readonly Line[];
  /** The cursor is at the end as long as nobody moves it. */
  readonly follows?: boolean;
}

/** `NEEDS YOU 2 ─────` */
export function section(title: string, width: number): Line {
  const rest = Math.max(0, width - title.length - 3);
  return [span(" "), span(title, undefined, "bold"), span(" "), dim("─".repeat(rest))];
}

/** The block under the cursor: the one of that name, else the first that can be. */
export function underCursor({ blocks, follows = false }: ScreenView, cursor: string | undefined): Block | undefined {
  const able = blocks.filter(({ id }) => id !== undefined);
  return able.find(({ id }) => id === cursor) ?? (follows ? able.at(-1) : able[0]);
}

/** Exactly so many rows, with the cursor among them. `isActive`: keys mean this one. */
export function layOut(
  view: ScreenView,
  cursor: string | undefined,
  width: number,
  height: number,
  isActive = true,
): Line[] {
  const current = underCursor(view, cursor);
  const foot = view.foot ?? [];
  const room = Math.max(0, height - view.head.length - foot.length);
  const rows = view.blocks.flatMap((block) =>
    block.lines.map((line, n) => ({ line, isCursor: block === current && n === 0 })),
  );
  const at = rows.findIndex(({ isCursor }) => isCursor);
  const from = firstShown(rows.length, at, room);
  const body = rows
    .slice(from, from + room)
    .map(({ line, isCursor }) => (isCursor && isActive ? marked(clipLine(line, width)) : line));
  const rest = Array.from({ length: Math.max(0, room - body.length) }, (): Line => []);
  return [...view.head, ...body, ...rest, ...foot].slice(0, height).map((line) => clipLine(line, width));
}

/** As little as possible is scrolled away: the cursor stands in the middle only where it must. */
function firstShown(count: number, at: number, room: number): number {
  if (count <= room || at < 0) return 0;
  return Math.max(0, Math.min(count - room, at - Math.floor(room / 2)));
}

/** The first column of every row is the cursor's. */
function marked(line: Line): Line {
  const [first, ...rest] = line;
  if (first === undefined) return [span("▸")];
  return [span("▸"), { ...first, text: first.text.slice(1) }, ...rest];
}

/** As many as fit beside each other, and a count for the rest. */
export function flow(items: readonly Line[], width: number, rows: number): Line[] {
  const lines: Line[] = [];
  let line: Line = [span(" ")];
  for (const [n, item] of items.entries()) {
    const isLast = lines.length === rows - 1;
    const more = items.length - n;
    const room = isLast && more > 1 ? width - ` ${more} more`.length - 2 : width;
    if (lineWidth(line) + lineWidth(item) + 3 > room && lineWidth(line) > 1) {
      if (isLast) return [...lines, [...line, dim(`${more} more`)]];
      lines.push(line);
      line = [span(" ")];
    }
    line = [...line, ...item, span("   ")];
  }
  return [...lines, line];
}
