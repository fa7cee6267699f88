/** Whether a project has boards at all: so cheap that every look at a project may ask. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Project } from "../project/project.ts";

export type { BoardView } from "./boards.ts";

export function hasBoards({ stateDir }: Project): boolean {
  return existsSync(join(stateDir, "kanban"));
}
