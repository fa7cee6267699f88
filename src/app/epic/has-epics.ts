/** Whether a project has epics at all: so cheap that every look at a project may ask. */
import { statSync } from "node:fs";
import { join } from "node:path";
import type { Project } from "../project/project.ts";

export const EPICS_DIR = "epics";

export function hasEpics({ root }: Project): boolean {
  return statSync(join(root, EPICS_DIR), { throwIfNoEntry: false })?.isDirectory() === true;
}
