/**
 * Where the monitors stand in the tree of a run, and how each is doing. A look at the tree; it changes nothing. In runs that
 * an earlier Reeve began, monitors have no small supervisor of their own.
 */
import { type LiveMonitor, MONITORS, type Monitor } from "../../domain/tree/monitor.ts";
import type { TreeNode, TreePath } from "../../domain/tree/tree.ts";
import type { State } from "../state.ts";
import { PROJECT } from "./run-tree.ts";

export const MONITORS_PATH: TreePath = `${PROJECT}/monitors`;
const BELOW = `${MONITORS_PATH}/`;

/** Null: it is given up, or there is no tree. */
export function monitorNode({ tree: { root } }: State, monitor: Monitor): TreeNode | null {
  const nodes = root?.nodes;
  return nodes?.get(`${BELOW}${monitor}/${monitor}`) ?? oldNode(nodes?.get(`${BELOW}${monitor}`));
}

function oldNode(node: TreeNode | undefined): TreeNode | null {
  return node?.spec.type === "worker" ? node : null;
}

/** Null: the path is of something else. */
export function monitorOfPath(path: TreePath): Monitor | null {
  if (!path.startsWith(BELOW)) return null;
  const id = path.slice(path.lastIndexOf("/") + 1);
  return MONITORS.find((monitor) => monitor === id) ?? null;
}

/** Those that the tree wants at work now. */
export function liveMonitors(state: State): LiveMonitor[] {
  return MONITORS.flatMap((monitor) => {
    const node = monitorNode(state, monitor);
    return node?.state === "running" ? [{ monitor, incarnation: node.incarnation }] : [];
  });
}

/** Those that failed too often and left the tree, while the rest of it works. */
export function givenUpMonitors(state: State): Monitor[] {
  if (state.tree.root?.nodes.get(MONITORS_PATH)?.state !== "running") return [];
  return MONITORS.filter((monitor) => monitorNode(state, monitor) === null);
}
