/**
 * What the tree is still waiting for from the world. An owner that was killed and has read its tree back asks this, and
 * checks each against what it finds: repeats it, or answers it.
 */
import type { Tree, TreeAction, TreeNode } from "../../../domain/tree/tree.ts";
import { startAction, stopAction } from "../children.ts";
import { isWoken, timerName } from "./timer.ts";

export type Outstanding =
  | Extract<TreeAction, { type: "start" | "stop" }>
  /** A `wake` is due at this time. */
  | { readonly type: "timer"; readonly timer: string; readonly at: number };

/** What the tree still waits for: starts, stops and timers. Ask this after reading a tree back. */
export function outstandingOf(tree: Tree): Outstanding[] {
  return [...tree.nodes.values()].flatMap(waitedFor);
}

function waitedFor(node: TreeNode): Outstanding[] {
  // A supervisor with a process is not the world's matter.
  if (node.process !== null) return [];
  if (node.timer !== null) {
    return isWoken(node) ? [] : [{ type: "timer", timer: timerName(node.path, node.timer.number), at: node.timer.due }];
  }
  if (node.state === "starting") return [startAction(node)];
  return node.state === "stopping" ? [stopAction(node)] : [];
}
