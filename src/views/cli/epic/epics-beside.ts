/** The epics of a project beside its runs, for commands that look at both. Costs nothing where there is none. */
import type { EpicView } from "../../../app/epic/epic-view.ts";
import { hasEpics } from "../../../app/epic/has-epics.ts";
import type { Project } from "../../../app/project/project.ts";

export async function epicsBeside(project: Project, now: number): Promise<readonly EpicView[]> {
  if (!hasEpics(project)) return [];
  const { viewEpics } = await import("../../../app/epic/epic-view.ts");
  const viewed = viewEpics(project, { cwd: project.root, now, epic: undefined });
  return viewed.ok ? viewed.value.epics : [];
}
