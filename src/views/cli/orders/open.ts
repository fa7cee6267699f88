/** placeholder */
import type { Project } from "../../../app/project/project.ts";
import type { World } from "../../../app/world.ts";
import type { Io } from "../io.ts";

export function openFromScreen(_io: Io, _world: World, _project: Project) {
  return async (_run: string, task: string): Promise<string> => `reeve open ${task}`;
}
