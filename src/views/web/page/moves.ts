/**
 * The cursor, by keys: it is what has the focus, so that Enter, a screen reader and the eye mean the same. Everything one
 * can move to is marked with `data-row`; up and down go along these, left and right to the nearest one in that direction.
 */
import { cursor } from "./store.ts";

/** Up and down. */
export function moveAlong(by: number): boolean {
  const rows = reachable();
  const here = current(rows);
  const at = here === undefined ? -1 : rows.indexOf(here);
  const next = rows[at < 0 ? 0 : Math.max(0, Math.min(rows.length - 1, at + by))];
  return focusOn(next);
}

/** Left and right, in what stands in columns. */
export function moveAcross(by: number): boolean {
  const rows = reachable();
  const here = current(rows);
  if (here === undefined) return focusOn(rows[0]);
  const from = middle(here);
  const beyond = rows
    .map((row) => ({ row, at: middle(row) }))
    .filter(({ at }) => (at.x - from.x) * by > COLUMN_GAP)
    .sort((a, b) => distance(a.at, from) - distance(b.at, from));
  return focusOn(beyond[0]?.row);
}

type Row = HTMLElement | SVGElement;

const COLUMN_GAP = 40;
/** One column further is nearer than the end of the next one. */
const DOWN_WEIGHT = 0.4;

function reachable(): Row[] {
  return [...document.querySelectorAll<Row>("main [data-row]")];
}

function current(rows: readonly Row[]): Row | undefined {
  const focused = document.activeElement?.closest<Row>("[data-row]");
  if (focused && rows.includes(focused)) return focused;
  const beside = document.activeElement?.closest("main tr, main li")?.querySelector<Row>("[data-row]");
  return beside ?? rows.find((row) => row.dataset["row"] === cursor.value);
}

function focusOn(row: Row | undefined): boolean {
  row?.focus();
  row?.scrollIntoView({ block: "nearest", inline: "nearest" });
  return row !== undefined;
}

function middle(row: Row): { readonly x: number; readonly y: number } {
  const { left, top, width, height } = row.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}

function distance(a: { x: number; y: number }, b: { x: number; y: number }): number {
  return Math.abs(a.x - b.x) + DOWN_WEIGHT * Math.abs(a.y - b.y);
}
