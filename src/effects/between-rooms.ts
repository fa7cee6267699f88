/** Where two rooms of the effects work together and neither should know the other. Decides nothing. */
import type { Checks } from "./gates/check/run-check.ts";
import type { Jobs } from "./jobs.ts";
import type { Workspaces } from "./workspace/workspaces.ts";

/** Leaves the worktree of whatever was merged. Noted before the merge is told: who is killed in between finds the note. */
export function leavingMerged(workspaces: Pick<Workspaces, "leave">, integrate: Jobs["integrate"]): Jobs["integrate"] {
  return async (order, signal) => {
    const answer = await integrate(order, signal);
    const isMerged = answer.type === "integrated" && answer.integration.type === "merged";
    if (isMerged) await workspaces.leave(order.task, order.title);
    return answer;
  };
}

/** A Reeve that takes over a run ends the orphans of the one before: its gates here, its gits by the workspaces. */
export function sweepingFirst(workspaces: Workspaces, checks: Pick<Checks, "sweep">): Workspaces {
  return {
    ...workspaces,
    recover: async () => {
      await checks.sweep();
      return workspaces.recover();
    },
  };
}
