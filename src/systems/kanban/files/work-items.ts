/**
 * The work items a task file lists for the Manager: a YAML block below `## Work Items`, between two comments or in a code
 * fence. What is wrong is told with line and column.
 */
import type { Checked } from "../../../config/mistakes/mistake.ts";
import { openSource } from "../../../config/yaml/open-source.ts";
import { sectionOf } from "../../documents/outline.ts";
import { PRIORITIES, type Priority } from "./priority.ts";

export interface WorkItem {
  readonly description: string;
  readonly files: readonly string[];
  readonly domains: readonly string[];
  readonly expertise: readonly string[];
  /** Places of other items in this list, from 0. */
  readonly dependencies: readonly number[];
  readonly priority: Priority;
  readonly notes: string;
  /** It changes types that others build on. */
  readonly isCore: boolean;
}

const LENGTH_MAX = 400_000;

export function readWorkItems(text: string, body: number, file: string): Checked<readonly WorkItem[]> {
  const span = yamlSpan(text, body);
  if (span === null) return { ok: true, value: [], warnings: [] };
  const above = text.slice(0, span.start).replace(/[^\n]+/g, "");
  const opened = openSource(`${above}${text.slice(span.start, span.end)}`, file, {
    lengthMax: LENGTH_MAX,
    emptyHint: "write work_items: []",
  });
  if (!opened.ok) return { ok: false, mistakes: opened.mistakes, warnings: [] };
  const { value, report } = opened;
  const listed = Array.isArray(value) ? value : (value as { readonly work_items?: unknown } | null)?.work_items;
  const items: readonly unknown[] = Array.isArray(listed) ? listed : [];
  if (listed != null && !Array.isArray(listed))
    report.mistake(["work_items"], "work_items is no list", "write work_items: [] or a list of items");
  const path = (at: number): readonly PropertyKey[] => (Array.isArray(value) ? [at] : ["work_items", at]);
  items.forEach((item, at) => {
    if (typeof item === "object" && item !== null && !Array.isArray(item)) return;
    report.mistake(path(at), "this work item is no mapping", "write description:, files: and so on below the dash");
  });
  return report.finish(() => items.map((item) => toItem(item as Readonly<Record<string, unknown>>, items.length)));
}

function toItem(item: Readonly<Record<string, unknown>>, count: number): WorkItem {
  const priority = String(item["priority"] ?? "medium").toLowerCase();
  const domains = texts(item["related_domains"] ?? item["domains"]);
  const description = text(item["description"] ?? item["title"]);
  const kind = String(item["type"] ?? item["kind"] ?? "");
  return {
    description,
    files: texts(item["files"]),
    domains,
    expertise: texts(item["expertise_required"] ?? item["expertise"]),
    dependencies: numbers(item["dependencies"]).filter((each) => each >= 0 && each < count),
    priority: PRIORITIES.find((each) => each === priority) ?? "medium",
    notes: text(item["notes"]),
    isCore: item["core"] === true || [kind, ...domains].some((each) => /^core([ _-]?types?)?$/i.test(each)),
  };
}

function text(value: unknown): string {
  return typeof value === "string" ? value.trim() : typeof value === "number" ? String(value) : "";
}

function texts(value: unknown): readonly string[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : value == null ? [] : [value];
  return list.map(text).filter((each) => each !== "");
}

function numbers(value: unknown): readonly number[] {
  return (Array.isArray(value) ? value : []).map(Number).filter(Number.isInteger);
}

const START = /<!--\s*start\s+workitems\s*-->/i;
const END = /<!--\s*end\s+workitems\s*-->/i;

function yamlSpan(text: string, body: number): { readonly start: number; readonly end: number } | null {
  const section = sectionOf(text, "Work Items", body);
  if (section === null) return null;
  const inside = text.slice(section.end, section.until);
  const open = START.exec(inside);
  const close = END.exec(inside);
  if (open && close && close.index > open.index)
    return { start: section.end + open.index + open[0].length, end: section.end + close.index };
  const fence = /^```ya?ml[ \t]*\r?\n([\s\S]*?)^```/m.exec(inside);
  if (fence) {
    const start = section.end + fence.index + fence[0].indexOf("\n") + 1;
    return { start, end: start + (fence[1] ?? "").length };
  }
  const list = /^work_items:/m.exec(inside);
  return list && { start: section.end + list.index, end: section.until };
}
