/** Whether the proved work of a run is in the branch it began from. Git knows; nothing is recorded of a landing. Looks only. */
import { openGit } from "../../effects/git/git.ts";
import type { FleetView } from "../look/fleet-view.ts";
import type { Project } from "../project/project.ts";

/** False as well where git cannot tell, or where the run began from no branch. */
export async function hasLanded(project: Project, { run, integration }: FleetView): Promise<boolean> {
  const into = integration?.base.branch ?? null;
  if (integration === null || into === null || run.phase !== "ended") return false;
  const refs = [`refs/heads/${integration.branch}`, `refs/heads/${into}`];
  const answer = await openGit(project.root).run(["merge-base", "--is-ancestor", ...refs], { okCodes: [1] });
  return answer.ok && answer.code === 0;
}
