/**
 * A child ended by itself: restarted or let go, by its restart type and the reason, one clause each. A significant one
 * that is let go may take its supervisor along; being stopped never does.
 */
import type { EndReason, LiveSupervisor, RestartType, TreeNode } from "../../domain/tree/tree.ts";
import { letGo } from "./children.ts";
import { countedRestart } from "./restart.ts";
import { childrenOf, isPool } from "./shape/node.ts";
import { terminate } from "./terminate.ts";
import { finish, type Turn } from "./turn.ts";

const IS_RESTARTED: Readonly<Record<RestartType, Readonly<Record<EndReason, boolean>>>> = {
  permanent: { normal: true, shutdown: true, error: true, killed: true },
  transient: { normal: false, shutdown: false, error: true, killed: true },
  temporary: { normal: false, shutdown: false, error: false, killed: false },
};

export function childEnded(turn: Turn, supervisor: LiveSupervisor, child: TreeNode, reason: EndReason): void {
  const { restart, significant } = child.spec;
  if (IS_RESTARTED[restart][reason]) return countedRestart(turn, supervisor, child);
  letGo(turn, child);
  if (significant && shutsDown(supervisor)) terminate(turn, supervisor, "shutdown", false);
  else finish(turn, supervisor);
}

/** After a significant child was let go. A restarting child is still there, a stopped one is not. */
function shutsDown(supervisor: LiveSupervisor): boolean {
  const { autoShutdown } = supervisor.spec;
  if (autoShutdown !== "all_significant") return autoShutdown === "any_significant";
  if (isPool(supervisor.spec)) return supervisor.process.size === 0;
  for (const child of childrenOf(supervisor)) {
    if (child.spec.significant && child.state !== "stopped") return false;
  }
  return true;
}
