/** The rows of the two tables as items and decisions. An id that is missing or there twice breaks the table; a status nobody knows concerns its row. */
import { type Mistake, quote } from "../../../config/mistakes/mistake.ts";
import { columnAt, type Row, type Table } from "../../documents/table.ts";
import type { Item, PatternRow } from "./epic-body.ts";
import { fieldsOf } from "./notes.ts";
import { readStatus } from "./statuses.ts";

type At = (start: number, what: string, hint: string) => Mistake;

export interface ItemsRead {
  readonly items: readonly Item[];
  readonly mistakes: readonly Mistake[];
  readonly warnings: readonly Mistake[];
}

export function readItems(table: Table | null, at: At): ItemsRead {
  if (table === null) return { items: [], mistakes: [], warnings: [] };
  const mistakes: Mistake[] = [];
  const warnings: Mistake[] = [];
  const known = new Set<string>();
  const items = table.rows.map((row, index): Item => {
    const cell = (name: string): string => cellOf(table, row, name);
    const id = cell("ID").replace(/^`(.*)`$/, "$1");
    if (id === "") mistakes.push(at(row.start, "Work Items: a row has no ID", "give it one, like task-1"));
    else if (known.has(id))
      mistakes.push(at(row.start, `Work Items: the ID ${quote(id)} is there twice`, "rename one of the two"));
    known.add(id);
    const status = readStatus(cell("Status"));
    if (!status.ok)
      warnings.push({
        ...at(row.start, `${id} has the unknown status ${quote(cell("Status"))}`, status.hint),
        severity: "warning",
      });
    const activeAt = Date.parse(cell("Last activity"));
    const notes = cell("Notes");
    return {
      ...{ id, title: cell("Title"), status: status.ok ? status.status : null, notes, fields: fieldsOf(notes) },
      worker: bare(cell("Worker")),
      surface: bare(cell("Review surface")),
      activeAt: Number.isNaN(activeAt) ? null : activeAt,
      row: index,
    };
  });
  return { items, mistakes, warnings };
}

export function readPatterns(table: Table | null): readonly PatternRow[] {
  return (table?.rows ?? []).map((row) => ({
    tick: cellOf(table, row, "Tick"),
    decision: cellOf(table, row, "Decision"),
    class: cellOf(table, row, "Class"),
    notes: cellOf(table, row, "Notes"),
  }));
}

function cellOf(table: Table | null, row: Row, name: string): string {
  return row.cells[table === null ? -1 : columnAt(table, name)]?.text ?? "";
}

/** A dash or `none` says nothing. */
function bare(text: string): string {
  return /^(?:-|–|—|none|n\/a|unassigned)?$/i.test(text) ? "" : text;
}
