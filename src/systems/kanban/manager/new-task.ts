/** The text of a new task file, and its name. Says nothing about where it goes. */
import type { Priority } from "../files/priority.ts";
import type { BoardRole } from "../files/task-file.ts";

export interface NewTask {
  readonly title: string;
  readonly role: BoardRole;
  readonly type: string;
  readonly priority: Priority;
  readonly dependencies: readonly string[];
  readonly context: string;
  readonly files: readonly string[];
  /** Where it comes from; no two tasks share one. */
  readonly origin: string;
}

export function newTaskText(
  { title, role, type, priority, dependencies, context, files, origin }: NewTask,
  board: string,
  time: string,
): string {
  return [
    "---",
    `role: ${role}`,
    `type: ${type}`,
    `priority: ${priority}`,
    "state: todo",
    `dependencies: [${dependencies.map(quoted).join(", ")}]`,
    `kanban: ${quoted(board)}`,
    `origin: ${quoted(origin)}`,
    `created: ${quoted(time)}`,
    "---",
    "",
    `# Task: ${title.replace(/\s+/g, " ")}`,
    "",
    "## Context",
    "",
    context,
    "",
    "## Files",
    "",
    ...(files.length === 0 ? ["To be found out."] : files.map((file) => `- ${file}`)),
    "",
    "## Work Items",
    "",
    "<!-- start workitems -->",
    "work_items: []",
    "<!-- end workitems -->",
    "",
    "## Work Log",
    "",
  ].join("\n");
}

const SLUG_MAX = 60;

export function slugOf(title: string): string {
  const words = title
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll("ß", "ss")
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, SLUG_MAX)
    .replace(/^-+|-+$/g, "");
  return words === "" ? "task" : words;
}

function quoted(text: string): string {
  return `'${text.replace(/\s+/g, " ").replaceAll("'", "''")}'`;
}
