/** Everything the body of an epic says of one item: its status, its reason, the lines of the log that name it. Looks only. */
import type { Project } from "../project/project.ts";
import { openBodies } from "./open-bodies.ts";

export interface ItemExplained {
  readonly epic: string;
  readonly item: string;
  readonly status: string;
  readonly reason: string | null;
  readonly log: readonly string[];
}

/** Null: no epic has such an item. */
export function explainItem(project: Project, id: string): ItemExplained | null {
  const opened = openBodies(project, { cwd: project.root, epic: undefined });
  if (!opened.ok) return null;
  for (const { file, body } of opened.value.bodies) {
    const item = body.items.find((each) => each.id === id);
    if (item === undefined) continue;
    const section = body.sections["Supervisor Log"];
    const lines = section ? body.text.slice(section.end, section.until).split(/\r?\n/) : [];
    const log = lines.filter((line) => line.split(/[\s(),:;.]+/).includes(id)).map((line) => line.replace(/^- /, ""));
    return {
      epic: file,
      item: id,
      status: item.status ?? "unknown",
      reason: item.fields.reason ?? item.fields.react ?? null,
      log,
    };
  }
  return null;
}
