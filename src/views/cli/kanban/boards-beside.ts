/** The boards of a project beside its runs, for commands that look at both. Costs nothing where there is no board. */
import { type BoardView, hasBoards } from "../../../app/kanban/has-boards.ts";
import type { Project } from "../../../app/project/project.ts";

export async function boardsBeside(project: Project): Promise<readonly BoardView[]> {
  if (!hasBoards(project)) return [];
  const { viewBoards } = await import("../../../app/kanban/boards.ts");
  const viewed = await viewBoards(project);
  return viewed.ok ? viewed.value : [];
}
