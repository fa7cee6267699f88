/**
 * The supervision tree as it stands: every supervisor with its strategy and how many of its allowed restarts it has used in
 * its window, every worker with its state. Part of `projectFleet`; it looks only.
 */
import type { ChildState, Intensity, TreeNode, TreeStrategy } from "../../../domain/tree/tree.ts";
import type { State } from "../../../engine/state.ts";
import { restartsInWindow } from "../../../engine/supervision/intensity.ts";

export interface TreeView {
  readonly path: string;
  /** The task's or the gang's name, where it has one. */
  readonly name: string;
  readonly kind: "supervisor" | "worker";
  readonly state: ChildState;
  readonly starts: number;
  /** When it is started again; null: nothing is due. */
  readonly due: number | null;
  /** Null: a worker. */
  readonly supervisor: {
    readonly strategy: TreeStrategy;
    /** Restarts that count at this moment, of how many that are allowed within so many seconds. */
    readonly restarts: number;
    readonly allowed: Intensity;
    readonly withinS: number;
  } | null;
  readonly children: readonly TreeView[];
}

/** Null: no tree is planted. `at`: the moment the windows are seen from. */
export function treeView({ tree }: State, at: number): TreeView | null {
  const { root } = tree;
  return root === null ? null : nodeView(root.root, at);
}

function nodeView(node: TreeNode, at: number): TreeView {
  const { spec, path, state, starts, timer, process } = node;
  return {
    path,
    name: spec.id,
    kind: spec.type,
    state,
    starts,
    due: timer?.due ?? null,
    supervisor:
      spec.type === "supervisor"
        ? {
            strategy: spec.strategy,
            restarts: restartsInWindow(process?.restarts ?? [], at, spec.periodS, spec.intensity),
            allowed: spec.intensity,
            withinS: spec.periodS,
          }
        : null,
    children: childrenOf(node).map((child) => nodeView(child, at)),
  };
}

function childrenOf({ process }: TreeNode): TreeNode[] {
  const children: TreeNode[] = [];
  for (let child = process?.first ?? null; child !== null; child = child.next) children.push(child);
  return children;
}
