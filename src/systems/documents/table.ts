/**
 * A Markdown table by position: its columns, its rows, and where each cell stands, so that one cell can be changed and a
 * row be added or dropped without touching a byte of the rest. What is broken is told with its line. Never changes anything.
 */
import { linesOf } from "./outline.ts";

export interface Table {
  readonly columns: readonly string[];
  readonly rows: readonly Row[];
  /** Where the next row goes: behind the last line of the table. */
  readonly end: number;
}

export interface Row {
  readonly start: number;
  /** Behind its line break. */
  readonly end: number;
  readonly cells: readonly Cell[];
}

export interface Cell {
  /** Between the bars, with the spaces around it. */
  readonly start: number;
  readonly end: number;
  /** What it says, without the spaces and with its bars as bars. */
  readonly text: string;
}

export interface Broken {
  /** Where the line begins that is wrong. */
  readonly start: number;
  readonly what: string;
  readonly hint: string;
}

export type TableRead =
  | { readonly ok: true; readonly table: Table | null }
  | { readonly ok: false; readonly broken: readonly Broken[] };

/** The first table between two places of a text; none is no mistake. */
export function tableIn(text: string, from: number, until: number): TableRead {
  const lines: { readonly start: number; readonly end: number; readonly line: string }[] = [];
  let end = from;
  for (const each of linesOf(text.slice(0, until), from)) {
    const isRow = /^ {0,3}\|/.test(each.line);
    if (lines.length > 0 && each.line.trim() === "") break;
    if (!isRow && lines.length === 0) continue;
    if (!isRow && !each.line.includes("|")) break;
    lines.push(each);
    end = each.end;
  }
  const [head, ruler, ...rest] = lines;
  if (head === undefined) return { ok: true, table: null };
  const columns = cellsOf(head.line, head.start).map((cell) => cell.text);
  const broken: Broken[] = [];
  const told = (start: number, what: string, hint: string): void => void broken.push({ start, what, hint });
  if (ruler === undefined || !isRuler(ruler.line))
    told(
      head.start,
      "the table has no line of dashes below its header",
      `write ${"|---".repeat(columns.length)}| below`,
    );
  else if (cellsOf(ruler.line, ruler.start).length !== columns.length)
    told(ruler.start, `the line of dashes does not have ${columns.length} columns`, "give it one part for each column");
  const rows = rest.map(({ start, end: behind, line }) => ({ start, end: behind, cells: cellsOf(line, start) }));
  rest.forEach(({ start, line }, at) => {
    const count = rows[at]?.cells.length ?? 0;
    if (!/^ {0,3}\|/.test(line) || !/\|\s*$/.test(line.replace(/\\\|/g, "  ")))
      told(start, "a row of the table does not begin and end with |", "put a | at its beginning and its end");
    else if (count !== columns.length)
      told(
        start,
        `a row has ${count} cells, but the table has ${columns.length} columns`,
        "a | inside a cell is written \\|",
      );
  });
  return broken.length > 0 ? { ok: false, broken } : { ok: true, table: { columns, rows, end } };
}

/** Which column has this name, whatever its case; `Tick (ISO)` is `Tick`. -1: none. */
export function columnAt({ columns }: Pick<Table, "columns">, name: string): number {
  return columns.findIndex((each) => each.replace(/\s*\(.*\)$/, "").toLowerCase() === name.toLowerCase());
}

/** As a cell holds it: one line, bars escaped. */
export function cellText(value: string): string {
  return value
    .replace(/[\r\n\u2028\u2029]+/g, " ")
    .replace(/\|/g, "\\|")
    .trim();
}

export function rowText(cells: readonly string[]): string {
  return `| ${cells.map(cellText).join(" | ")} |`;
}

function isRuler(line: string): boolean {
  return /^ {0,3}\|?[ \t]*:?-+:?[ \t]*(\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/.test(line);
}

function cellsOf(line: string, offset: number): readonly Cell[] {
  const bars = [...line.matchAll(/\\\||\|/g)].flatMap((found) => (found[0] === "|" ? [found.index] : []));
  const closed = /\|\s*$/.test(line.replace(/\\\|/g, "  "));
  const ends = closed ? bars.slice(1) : [...bars.slice(1), line.length];
  return ends.map((end, at) => {
    const start = (bars[at] ?? -1) + 1;
    const text = line.slice(start, end).trim().replace(/\\\|/g, "|");
    return { start: offset + start, end: offset + end, text };
  });
}
