/**
 * Reads the body of an epic by position. A broken table or front matter costs itself only: it is named with its line, and
 * nobody writes. A status nobody knows concerns its row. Changes nothing.
 */
import { basename } from "node:path/posix";
import type { Mistake } from "../../../config/mistakes/mistake.ts";
import { quote } from "../../../config/mistakes/mistake.ts";
import { readFrontMatter } from "../../documents/front-matter.ts";
import { headingsOf, proseLines, type Section, unclosedAt } from "../../documents/outline.ts";
import { columnAt, type Table, tableIn } from "../../documents/table.ts";
import {
  type EpicBody,
  ITEM_COLUMNS,
  OWNED_SECTIONS,
  type OwnedSection,
  PATTERN_COLUMNS,
  PHASES,
  type Phase,
} from "./epic-body.ts";
import { readItems, readPatterns } from "./read-rows.ts";
import { readStatus, type Status } from "./statuses.ts";

export type BodyRead =
  | { readonly ok: true; readonly body: EpicBody }
  | { readonly ok: false; readonly mistakes: readonly Mistake[]; readonly hasNoFrontMatter: boolean };

export function readBody(text: string, file: string): BodyRead {
  const front = readFrontMatter(text, file);
  const mistakes: Mistake[] = front.ok ? [] : [...front.mistakes];
  const bodyAt = front.ok ? front.body : 0;
  const at = (start: number, what: string, hint: string): Mistake => mistakeAt(text, start, file, what, hint);
  const sections = sectionsIn(text, bodyAt, (start, title) =>
    mistakes.push(at(start, `the section ${quote(title)} stands here a second time`, "keep one of the two")),
  );
  const table = (title: OwnedSection, columns: readonly string[]): Table | null => {
    const section = sections[title];
    if (section === undefined) return null;
    const read = tableIn(text, section.end, ownPart(text, section, title));
    if (!read.ok) mistakes.push(...read.broken.map(({ start, what, hint }) => at(start, `${title}: ${what}`, hint)));
    const found = read.ok ? read.table : null;
    const lacks = found === null ? [] : columns.filter((name) => columnAt(found, name) === -1);
    if (lacks.length > 0)
      mistakes.push(
        at(
          section.end,
          `${title}: the table has no column ${lacks.join(", ")}`,
          `its columns are ${columns.join(" | ")}`,
        ),
      );
    return lacks.length > 0 ? null : found;
  };
  const tables = { items: table("Work Items", ITEM_COLUMNS), patterns: table("Pattern Memory", PATTERN_COLUMNS) };
  const rows = readItems(tables.items, at);
  mistakes.push(...rows.mistakes);
  const open = Object.keys(sections).length === 0 ? unclosedAt(text, bodyAt) : null;
  if (open !== null)
    mistakes.push(
      at(open, "a code fence or comment that begins here is never closed", "close it, so that sections can follow"),
    );
  const value = front.ok ? front.value : {};
  const status = statusOf(value["status"], at, mistakes, text);
  if (!front.ok || status === null || mistakes.length > 0)
    return { ok: false, mistakes, hasNoFrontMatter: !front.ok && front.isMissing };
  const state = stateLines(text, sections["Supervisor State"]);
  const phase = PHASES.find((each) => each === state.get("phase")?.toLowerCase());
  const persons = personsPart(text, bodyAt, sections);
  const id = textOf(value["id"]) || basename(file).replace(/\.md$/i, "");
  return {
    ok: true,
    body: {
      ...{ text, file, id, status, sections, tables, bodyAt },
      title: textOf(value["title"]) || titleIn(text, bodyAt) || id,
      project: textOf(value["project"]) || textOf(value["repo"]) || ".",
      worker: textOf(value["worker"]),
      tags: Array.isArray(value["tags"]) ? value["tags"].map(textOf).filter((each) => each !== "") : [],
      phase: phase ?? ("orient" satisfies Phase),
      lastCheckpoint: state.get("last checkpoint") ?? "",
      items: rows.items,
      patterns: readPatterns(tables.patterns),
      persons,
      spoken: proseLines(persons).join("\n"),
      warnings: rows.warnings,
    },
  };
}

/** Lines like `- Phase: dispatch`, by their lower-case names. */
function stateLines(text: string, section: Section | undefined): ReadonlyMap<string, string> {
  if (section === undefined) return new Map();
  const lines = text.slice(section.end, ownPart(text, section, "Supervisor State")).matchAll(STATE_LINE);
  return new Map([...lines].map(([, , key = "", , value = ""]) => [key.toLowerCase(), value.trim()]));
}

/** Marks, key, what stands between it and its value, value. */
export const STATE_LINE =
  /^([ \t]*[-*]?[ \t]*\**)(Phase|Last checkpoint|Environment|Shared artefact)(\**:\**[ \t]*)([^\r\n]*)/gim;

/** A section without the owned ones inside it. */
export function ownPart(text: string, section: Section, title: OwnedSection): number {
  const inner = headingsOf(text.slice(0, section.until), section.end).find(
    (each) => title !== "Work Items" && OWNED_SECTIONS.some((name) => name !== title && same(name, each.title)),
  );
  return inner?.start ?? section.until;
}

function sectionsIn(
  text: string,
  from: number,
  onTwice: (start: number, title: string) => void,
): Partial<Record<OwnedSection, Section>> {
  const headings = headingsOf(text, from);
  const found: Partial<Record<OwnedSection, Section>> = {};
  for (const [index, heading] of headings.entries()) {
    const title = OWNED_SECTIONS.find((each) => same(each, heading.title));
    if (title === undefined || heading.level > 3) continue;
    if (found[title]) {
      onTwice(heading.start, title);
      continue;
    }
    const next = headings.slice(index + 1).find(({ level }) => level <= heading.level);
    found[title] = { ...heading, until: next?.start ?? text.length };
  }
  return found;
}

function personsPart(text: string, from: number, sections: EpicBody["sections"]): string {
  const spans = Object.values(sections).toSorted((one, other) => one.start - other.start);
  let at = from;
  const parts: string[] = [];
  for (const { start, until } of spans) {
    if (start > at) parts.push(text.slice(at, start));
    at = Math.max(at, until);
  }
  return [...parts, text.slice(at)].join("");
}

function statusOf(
  value: unknown,
  at: (start: number, what: string, hint: string) => Mistake,
  mistakes: Mistake[],
  text: string,
): Status | null {
  if (value === undefined || value === null) return "ready";
  const read = readStatus(textOf(value));
  if (read.ok) return read.status;
  const start = Math.max(0, text.search(/^status\s*:/m));
  mistakes.push(at(start, `the epic's status ${quote(textOf(value))} is none`, read.hint));
  return null;
}

function titleIn(text: string, from: number): string {
  return headingsOf(text.slice(0, from + 20_000), from).find(({ level }) => level === 1)?.title ?? "";
}

function mistakeAt(text: string, start: number, file: string, what: string, hint: string): Mistake {
  const line = text.slice(0, start).split("\n").length;
  return { file, line, col: 1, what, hint, severity: "error" };
}

function textOf(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? `${value}`.trim() : "";
}

function same(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.toLowerCase();
}
