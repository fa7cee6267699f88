/**
 * Writes changes into a body by position: cells, rows, lines of the state, entries of its own sections, keys of the front
 * matter. Sections that are not there yet are made at the end. Every byte of everything else stays as it was.
 */
import { maskSecrets } from "../../../domain/secrets/mask-secrets.ts";
import { setFields } from "../../documents/front-matter.ts";
import { cellText, columnAt, rowText, type Table } from "../../documents/table.ts";
import {
  type Changes,
  type EpicBody,
  type ItemChange,
  PATTERN_COLUMNS,
  PATTERNS_MAX,
  type StateKey,
} from "./epic-body.ts";
import { ownPart, STATE_LINE } from "./read-body.ts";
import {
  type Edit,
  entryEdits,
  itemCells,
  itemTable,
  logEdits,
  oneLine,
  tableText,
  withNewSections,
} from "./write-sections.ts";

export function writeBody(body: EpicBody, wanted: Changes): string {
  // Whoever was asked may have seen a key; the body is pushed and shown.
  const changes = maskSecrets(wanted);
  const eol = body.text.includes("\r\n") ? "\r\n" : "\n";
  const edits: Edit[] = [
    ...stateEdits(body, changes.state ?? {}, eol),
    ...itemEdits(body, changes, eol),
    ...patternEdits(body, changes, eol),
    ...entryEdits(body, changes.entries ?? [], eol),
    ...logEdits(body, changes.log ?? [], eol),
    ...saidEdits(body, changes.said, eol),
  ];
  if (changes.status !== undefined && changes.status !== body.status) {
    const head = body.text.slice(0, body.bodyAt);
    edits.push({ start: 0, end: body.bodyAt, text: setFields(head, { status: changes.status }) });
  }
  return withNewSections(applied(body.text, edits), body, changes, eol);
}

/** Before the first section that is the tick's. */
function saidEdits({ text, sections, bodyAt }: EpicBody, said: string | undefined, eol: string): readonly Edit[] {
  if (said === undefined) return [];
  const start = Math.min(text.length, ...Object.values(sections).map((section) => section.start));
  const at = Math.max(bodyAt, start);
  const before = text.slice(Math.max(0, at - 4), at);
  const gap = at === 0 || /\n[ \t]*\r?\n$/.test(before) ? "" : before.endsWith("\n") ? eol : `${eol}${eol}`;
  return [{ start: at, end: at, text: `${gap}${oneLine(said)}${eol}${eol}` }];
}

/** Those at one place in the order in which they came. */
function applied(text: string, edits: readonly Edit[]): string {
  const ordered = edits.toSorted((one, other) => one.start - other.start || one.end - other.end);
  const parts: string[] = [];
  let at = 0;
  for (const { start, end, text: put } of ordered) {
    parts.push(text.slice(at, start), put);
    at = Math.max(at, end);
  }
  return [...parts, text.slice(at)].join("");
}

function stateEdits(body: EpicBody, state: Readonly<Partial<Record<StateKey, string>>>, eol: string): readonly Edit[] {
  const section = body.sections["Supervisor State"];
  if (section === undefined) return [];
  const part = body.text.slice(section.end, ownPart(body.text, section, "Supervisor State"));
  const lines = [...part.matchAll(STATE_LINE)];
  const missing: string[] = [];
  const edits = (Object.entries(state) as [StateKey, string][]).flatMap(([key, value]) => {
    const found = lines.find(([, , name = ""]) => name.toLowerCase() === key.toLowerCase());
    if (found === undefined) missing.push(`- ${key}: ${oneLine(value)}${eol}`);
    if (found === undefined) return [];
    const [, marks = "", name = "", between = "", old = ""] = found;
    const start = section.end + found.index + marks.length + name.length + between.length;
    return [{ start, end: start + old.length, text: `${/\s$/.test(between) ? "" : " "}${oneLine(value)}` }];
  });
  if (missing.length === 0) return edits;
  const last = lines.at(-1);
  const behind = last ? body.text.indexOf("\n", section.end + last.index + last[0].length) + 1 : 0;
  const at = behind > 0 ? behind : section.end;
  return [...edits, { start: at, end: at, text: `${behind > 0 ? "" : eol}${missing.join("")}` }];
}

function itemEdits(
  { text, tables, items, sections }: EpicBody,
  { items: changed = {}, added = [] }: Changes,
  eol: string,
) {
  const table = tables.items;
  const section = sections["Work Items"];
  if (table === null) {
    if (section === undefined || added.length === 0) return [];
    return [{ start: section.end, end: section.end, text: `${eol}${itemTable(added, 0, eol)}` }];
  }
  const cells = items.flatMap((item) => {
    const change = changed[item.id];
    const row = table.rows[item.row];
    if (change === undefined || row === undefined) return [];
    return (Object.keys(CELLS) as (keyof ItemChange)[]).flatMap((key): Edit[] => {
      const value = change[key];
      const cell = row.cells[columnAt(table, CELLS[key])];
      if (value === undefined || cell === undefined || cell.text === value) return [];
      return [{ start: cell.start, end: cell.end, text: ` ${cellText(value)} ` }];
    });
  });
  return [
    ...cells,
    ...rowsAdded(
      text,
      table,
      added.map((item, at) => itemCells(table, item, items.length + at + 1)),
      eol,
    ),
  ];
}

const CELLS: Readonly<Record<keyof ItemChange, string>> = {
  status: "Status",
  worker: "Worker",
  surface: "Review surface",
  lastActivity: "Last activity",
  notes: "Notes",
};

function patternEdits({ text, tables, sections }: EpicBody, { row }: Changes, eol: string): readonly Edit[] {
  if (row === undefined) return [];
  const cells = [row.tick, row.decision, row.class, row.notes];
  const table = tables.patterns;
  const section = sections["Pattern Memory"];
  if (table === null) {
    if (section === undefined) return [];
    return [{ start: section.end, end: section.end, text: `${eol}${tableText(PATTERN_COLUMNS, [cells], eol)}` }];
  }
  const over = table.rows.slice(0, Math.max(0, table.rows.length + 1 - PATTERNS_MAX));
  const ordered = table.columns.map((column) => {
    const at = PATTERN_COLUMNS.findIndex((name) => columnAt({ columns: [column] }, name) === 0);
    return cells[at] ?? "";
  });
  return [...over.map(({ start, end }) => ({ start, end, text: "" })), ...rowsAdded(text, table, [ordered], eol)];
}

/** The last line of a text may lack its break. */
function rowsAdded(source: string, table: Table, rows: readonly (readonly string[])[], eol: string): readonly Edit[] {
  if (rows.length === 0) return [];
  const text = rows.map((cells) => `${rowText(cells)}${eol}`).join("");
  return [{ start: table.end, end: table.end, text: `${source[table.end - 1] === "\n" ? "" : eol}${text}` }];
}
