/** Lets go of the worktree of whatever was merged. Noted before the merge is told: who is killed in between finds the note. */
import type { Jobs } from "./jobs.ts";
import type { Workspaces } from "./workspace/workspaces.ts";

export function leavingMerged(workspaces: Pick<Workspaces, "leave">, integrate: Jobs["integrate"]): Jobs["integrate"] {
  return async (order, signal) => {
    const answer = await integrate(order, signal);
    const isMerged = answer.type === "integrated" && answer.integration.type === "merged";
    if (isMerged) await workspaces.leave(order.task, order.title);
    return answer;
  };
}
