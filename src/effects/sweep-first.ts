/** A Reeve that takes over a run ends the orphans of the one before: its gates here, its gits by the workspaces. */
import type { Checks } from "./gates/check/run-check.ts";
import type { Workspaces } from "./workspace/workspaces.ts";

export function sweepingFirst(workspaces: Workspaces, checks: Pick<Checks, "sweep">): Workspaces {
  return {
    ...workspaces,
    recover: async () => {
      await checks.sweep();
      return workspaces.recover();
    },
  };
}
