/**
 * A task file: what its header says, its work items and its work log. What is wrong is told with line and column and costs
 * this file only. `assignee` is understood for `role`. Nothing here writes.
 */
import type { Checked } from "../../../config/mistakes/mistake.ts";
import { readFrontMatter } from "../../documents/front-matter.ts";
import { headingsOf, sectionOf } from "../../documents/outline.ts";
import { PRIORITIES, type Priority } from "./priority.ts";
import { readWorkItems, type WorkItem } from "./work-items.ts";

export interface TaskFile {
  readonly file: string;
  readonly title: string;
  /** Null: the header names none, and the phase decides. */
  readonly role: BoardRole | null;
  readonly type: string;
  readonly priority: Priority;
  /** As written. */
  readonly dependencies: readonly string[];
  readonly isDone: boolean;
  readonly state: string;
  readonly workItems: readonly WorkItem[];
  /** The Markdown below `## Work Log`, without comments. */
  readonly workLog: string;
}

export const BOARD_ROLES = ["Architect", "Implementor", "Manager"] as const;
export type BoardRole = (typeof BOARD_ROLES)[number];

const DONE = new Set(["done", "complete", "completed", "finished", "cancelled", "canceled", "skipped"]);

export function readTaskFile(text: string, file: string): Checked<TaskFile> {
  const read = readFrontMatter(text, file);
  if (!read.ok) return { ok: false, mistakes: read.mistakes, warnings: [] };
  const { value, report, body } = read;
  const roleKey = value["role"] === undefined ? "assignee" : "role";
  const written = value[roleKey] ?? null;
  const role = BOARD_ROLES.find((each) => each.toLowerCase() === String(written).toLowerCase()) ?? null;
  if (written !== null && role === null)
    report.mistake(
      [roleKey],
      `${roleKey} ${JSON.stringify(written)} is not known`,
      `write one of ${BOARD_ROLES.join(", ")}`,
    );
  const priorityWritten = String(value["priority"] ?? "medium").toLowerCase();
  const priority = PRIORITIES.find((each) => each === priorityWritten);
  if (priority === undefined)
    report.mistake(
      ["priority"],
      `the priority ${JSON.stringify(value["priority"])} is not known`,
      `write one of ${PRIORITIES.join(", ")}`,
    );
  const dependencies = value["dependencies"] ?? [];
  if (!Array.isArray(dependencies) || dependencies.some((each) => typeof each !== "string"))
    report.mistake(["dependencies"], "dependencies is no list of file names", "write a list like [tasks/1-first.md]");
  const items = readWorkItems(text, body, file);
  const finished = report.finish(() => ({
    file,
    title: titleOf(value["title"], text, body, file),
    role,
    type: String(value["type"] ?? ""),
    priority: priority ?? "medium",
    dependencies: dependencies as readonly string[],
    state: String(value["state"] ?? value["status"] ?? ""),
    isDone: DONE.has(String(value["state"] ?? value["status"] ?? "").toLowerCase()),
    workItems: items.ok ? items.value : [],
    workLog: workLogOf(text, body),
  }));
  if (items.ok) return finished;
  return {
    ok: false,
    mistakes: [...(finished.ok ? [] : finished.mistakes), ...items.mistakes],
    warnings: finished.warnings,
  };
}

/** Also what an agent wrote at the very end, behind Reeve's own entries. */
export function workLogOf(text: string, body = 0): string {
  const section = sectionOf(text, "Work Log", body);
  const own = section === null ? "" : withoutComments(text.slice(section.end, section.until)).trim();
  return [own, ...entriesAmongRetries(text, body)].filter((part) => part !== "").join("\n\n");
}

function entriesAmongRetries(text: string, body: number): readonly string[] {
  const log = sectionOf(text, "Supervisor Log", body);
  if (log === null) return [];
  const entries = headingsOf(text, log.end).filter(({ level, start }) => level === 3 && start < log.until);
  return entries.flatMap(({ title, start }, at) =>
    title.endsWith("Retry Event") ? [] : [text.slice(start, entries[at + 1]?.start ?? log.until).trim()],
  );
}

function withoutComments(text: string): string {
  let rest = text;
  let kept = "";
  for (;;) {
    const start = rest.indexOf("<!--");
    const end = start === -1 ? -1 : rest.indexOf("-->", start + 4);
    if (end === -1) return kept + rest;
    kept += rest.slice(0, start);
    rest = rest.slice(end + 3);
  }
}

function titleOf(title: unknown, text: string, body: number, file: string): string {
  if (typeof title === "string" && title.trim() !== "") return title.trim();
  const heading = /^#[ \t]+(.+?)[ \t]*$/m.exec(text.slice(body, body + 4_000))?.[1];
  return heading?.replace(/^Task:[ \t]*/i, "") ?? file;
}
