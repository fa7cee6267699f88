/** The parts of a body that grow: entries of its own sections, the log, and sections that are made where there are none. Everything else stays as it was. */
import { headingsOf, type Section } from "../../documents/outline.ts";
import { columnAt, rowText, type Table } from "../../documents/table.ts";
import {
  type Changes,
  type Entry,
  type EpicBody,
  ITEM_COLUMNS,
  type NewItem,
  type OwnedSection,
  PATTERN_COLUMNS,
} from "./epic-body.ts";

export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

export function entryEdits({ text, sections }: EpicBody, entries: readonly Entry[], eol: string): readonly Edit[] {
  return entries.flatMap((entry): Edit[] => {
    const section = sections[entry.section];
    if (section === undefined) return [];
    const old = partOf(text, section, entry.heading);
    if (old) return [{ start: old.start, end: old.until, text: `${entryText(entry, eol)}${eol}` }];
    return [
      { start: section.until, end: section.until, text: behind(text, section.until, `${entryText(entry, eol)}`, eol) },
    ];
  });
}

export function logEdits({ text, sections }: EpicBody, log: readonly string[], eol: string): readonly Edit[] {
  const section = sections["Supervisor Log"];
  if (section === undefined || log.length === 0) return [];
  const lines = log.map((line) => `- ${oneLine(line)}${eol}`).join("");
  // Behind the last entry, before the blank lines that follow it.
  const content = text.slice(section.end, section.until).trimEnd();
  const at = section.end + content.length;
  const isList = /(?:^|\n)- [^\n]*$/.test(content.slice(-LINE_LENGTH_MAX * 2));
  const lineEnd = text.indexOf("\n", at) + 1;
  if (isList && lineEnd > at && lineEnd <= section.until) return [{ start: lineEnd, end: lineEnd, text: lines }];
  return [{ start: section.until, end: section.until, text: behind(text, section.until, lines, eol) }];
}

/** With a blank line before, and one behind where something follows. */
function behind(text: string, at: number, put: string, eol: string): string {
  const before = text.slice(Math.max(0, at - 4), at);
  const gap = /\n[ \t]*\r?\n$/.test(before) ? "" : before.endsWith("\n") ? eol : `${eol}${eol}`;
  return `${gap}${put}${at === text.length ? "" : eol}`;
}

/** A part of a section that begins with `### heading`. */
export function partOf(
  text: string,
  section: Section,
  heading: string,
): { readonly start: number; readonly until: number; readonly end: number } | null {
  const headings = headingsOf(text.slice(0, section.until), section.end);
  const at = headings.findIndex(({ title }) => title === heading);
  const found = headings[at];
  if (found === undefined) return null;
  const next = headings.slice(at + 1).find(({ level }) => level <= found.level);
  return { start: found.start, end: found.end, until: next?.start ?? section.until };
}

function entryText({ heading, text }: Entry, eol: string): string {
  return `### ${oneLine(heading)}${eol}${eol}${inside(text).replace(/\n/g, eol)}${eol}`;
}

/**
 * What agents say stays inside its entry: no line of it is a heading, a fence or a comment. Otherwise it would end the
 * section, and the words below would count as a person's.
 */
function inside(text: string): string {
  return text
    .trim()
    .replace(/\r\n?|[\u2028\u2029]/g, "\n")
    .replace(/^([ \t]*(?:[-*>+][ \t]+)*)(#{1,6}(?=\s|$)|`{3,}|~{3,}|<!--|(?:=+|-+)(?=[ \t]*$))/gm, "$1\\$2");
}

export function withNewSections(text: string, body: EpicBody, changes: Changes, eol: string): string {
  const made: string[] = [];
  const section = (title: OwnedSection, level: string, content: string): void => {
    if (body.sections[title] === undefined) made.push(`${level} ${title}${eol}${eol}${content}`);
  };
  const { state = {}, added = [], row, log = [], entries = [] } = changes;
  const lines = {
    Phase: "orient",
    "Last checkpoint": "none",
    Environment: "none",
    "Shared artefact": "none",
    ...state,
  };
  section(
    "Supervisor State",
    "##",
    Object.entries(lines)
      .map(([key, value]) => `- ${key}: ${oneLine(value)}${eol}`)
      .join(""),
  );
  section("Work Items", "###", itemTable(added, 0, eol));
  section(
    "Pattern Memory",
    "##",
    tableText(PATTERN_COLUMNS, row ? [[row.tick, row.decision, row.class, row.notes]] : [], eol),
  );
  for (const title of new Set(entries.map((each) => each.section))) {
    const own = entries.filter((each) => each.section === title);
    section(title, "##", own.map((each) => entryText(each, eol)).join(eol));
  }
  section("Supervisor Log", "##", log.map((line) => `- ${oneLine(line)}${eol}`).join(""));
  if (made.length === 0) return text;
  const gap = text === "" || text.endsWith(`${eol}${eol}`) ? "" : text.endsWith("\n") ? eol : `${eol}${eol}`;
  return `${text}${gap}${made.join(eol)}`;
}

export function itemTable(added: readonly NewItem[], before: number, eol: string): string {
  return tableText(
    ITEM_COLUMNS,
    added.map((item, at) => itemCells({ columns: ITEM_COLUMNS }, item, before + at + 1)),
    eol,
  );
}

export function tableText(columns: readonly string[], rows: readonly (readonly string[])[], eol: string): string {
  const head = [`| ${columns.join(" | ")} |`, `|${"---|".repeat(columns.length)}`];
  return [...head, ...rows.map(rowText)].map((line) => `${line}${eol}`).join("");
}

const LINE_LENGTH_MAX = 4_000;

export function oneLine(text: string): string {
  return text
    .replace(/[\r\n\u2028\u2029]+/g, " ")
    .trim()
    .slice(0, LINE_LENGTH_MAX);
}

export function itemCells(table: Pick<Table, "columns">, item: NewItem, number: number): readonly string[] {
  const { id, title, status, worker = "", surface = "", lastActivity = "", notes } = item;
  const values = [`${number}`, id, title, status, worker, surface, lastActivity, notes];
  return table.columns.map((column) => {
    const at = ITEM_COLUMNS.findIndex((name) => columnAt({ columns: [column] }, name) === 0);
    return values[at] ?? "";
  });
}
