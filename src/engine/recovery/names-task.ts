/** Whether somebody's words name a task: by its id, a bare number only after the word "task", or by a file that it makes. */
import type { Task } from "../../domain/work/task.ts";

export function namesTask(text: string): (task: Task) => boolean {
  const words = new Set(text.split(/[^\w./@-]+/).map((word) => word.replace(/[.:,]+$/, "")));
  const numbered = new Set([...text.matchAll(/\btasks?\s+#?["'`]?(\d+)\b/gi)].map(([, number]) => number));
  return ({ id, spec }) =>
    (/^\d+$/.test(id) ? numbered.has(id) : words.has(id)) || spec.files.some((file) => words.has(file));
}
